package io.verbena.spring.boot.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.PortState;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.spring.boot.Fabrics;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.event.RdmaEventAutoConfiguration;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;

/** Binds, compiles and runs the examples of docs/spring.md. */
class SpringDocumentTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("basedir", "."), "..", "docs", "spring.md");
    private static final String IMPORTS = """
            import io.verbena.buffer.*;
            import io.verbena.device.*;
            import io.verbena.embedded.*;
            import io.verbena.iba.*;
            import io.verbena.mad.*;
            import io.verbena.path.*;
            import io.verbena.spring.boot.autoconfigure.*;
            import io.verbena.diag.counters.*;
            import io.verbena.diag.validate.*;
            import io.verbena.spring.boot.event.*;
            import io.verbena.spring.boot.subnet.*;
            import java.time.Duration;
            import io.verbena.spring.boot.connection.*;
            import io.verbena.verbs.*;
            import java.util.List;
            import java.util.Locale;
            import java.util.concurrent.*;
            import org.springframework.beans.factory.annotation.Qualifier;
            import org.springframework.context.annotation.*;
            import org.springframework.context.event.EventListener;
            import org.springframework.stereotype.*;
            """;

    private final ApplicationContextRunner application = Fabrics.bare();

    @Test
    void minimalConfigurationProvidesAFabric() throws IOException {
        with(block("yaml", 0))
                .run(context -> assertThat(context.getBean(Rdma.class).devices())
                        .singleElement()
                        .hasToString("emb0"));
    }

    @Test
    void commonPropertiesBindAndStateTheDefaults() throws IOException {
        with(block("yaml", 1)).run(context -> {
            RdmaProperties properties = context.getBean(RdmaProperties.class);
            assertThat(properties.fabric().topology()).isEqualTo("fat-tree:2,4,4");
            assertThat(properties.mad()).extracting(RdmaProperties.Mad::options).isEqualTo(MadOptions.DEFAULTS);
            assertThat(context.getBean(EndPort.class)).hasToString("emb0/1");
        });
    }

    @Test
    void componentReadsTheFabric(@TempDir Path classes) throws Exception {
        Class<?> uplinks = compiled("Uplinks", blockWith("java", "class Uplinks"), classes);
        with(block("yaml", 0)).withBean(uplinks).run(context -> {
            Method first = uplinks.getDeclaredMethod("first");
            first.setAccessible(true);
            assertThat(first.invoke(context.getBean(uplinks))).isEqualTo(PortState.ACTIVE);
        });
    }

    @Test
    void customizerTraces(@TempDir Path classes) throws Exception {
        Class<?> tracing = compiled("Tracing", blockWith("java", "class Tracing"), classes);
        MadTracer tracer = Mockito.mock();
        with(block("yaml", 0))
                .withUserConfiguration(tracing)
                .withBean(MadTracer.class, () -> tracer)
                .run(context -> {
                    context.getBean(Rdma.class)
                            .discovery(context.getBean(MadTransactor.class))
                            .run();
                    Mockito.verify(tracer, Mockito.atLeastOnce()).sent(Mockito.any(), Mockito.anyInt());
                });
    }

    @Test
    void faultInjectionExampleWorks(@TempDir Path classes) throws Exception {
        Class<?> outage = compiled("Outage", blockWith("java", "class Outage"), classes);
        with(block("yaml", 0)).withBean(outage).run(context -> {
            EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);
            call(outage, "begin", context.getBean(outage));
            assertThat(fabric.faults()).hasSize(2);
            assertThat(call(outage, "end", context.getBean(outage)))
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .hasSize(2);
            assertThat(fabric.faults()).isEmpty();
        });
    }

    @Test
    void subnetExampleReadsAtIntervalsAndFindsErrors(@TempDir Path classes) throws Exception {
        Class<?> errors = compiled("Errors", blockWith("java", "class Errors"), classes);
        with(blockWith("yaml", "enabled: true"))
                .withConfiguration(AutoConfigurations.of(RdmaSubnetAutoConfiguration.class))
                .withBean(errors)
                .run(context -> {
                    Awaitility.await()
                            .until(() -> context.getBean(SubnetService.class)
                                    .latest()
                                    .isPresent());
                    context.getBean(EmbeddedFabric.class).node("host1").port(1).counter("symbolErrorCounter", 3);
                    assertThat(call(errors, "symbolErrors", context.getBean(errors)))
                            .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                            .singleElement()
                            .asString()
                            .contains("host1");
                });
    }

    @Test
    void eventListenerExampleGetsALinkDownEvent(@TempDir Path classes) throws Exception {
        Class<?> alarm = compiled("Alarm", blockWith("java", "class Alarm"), classes);
        with(block("yaml", 0))
                .withConfiguration(
                        AutoConfigurations.of(RdmaSubnetAutoConfiguration.class, RdmaEventAutoConfiguration.class))
                .withBean(alarm)
                .run(context -> {
                    SubnetService subnet = context.getBean(SubnetService.class);
                    subnet.refresh();
                    context.getBean(EmbeddedFabric.class).node("host1").port(1).down();
                    subnet.refresh();
                    Field heard = alarm.getDeclaredField("heard");
                    heard.setAccessible(true);
                    assertThat(heard.get(context.getBean(alarm)))
                            .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                            .singleElement()
                            .asString()
                            .startsWith("link down: ");
                });
    }

    @Test
    void validationExampleHearsOfAFinding(@TempDir Path classes) throws Exception {
        Class<?> tickets = compiled("Tickets", blockWith("java", "class Tickets"), classes);
        with(blockWith("yaml", "expected-speed: EDR"))
                .withConfiguration(
                        AutoConfigurations.of(RdmaSubnetAutoConfiguration.class, RdmaEventAutoConfiguration.class))
                .withBean(tickets)
                .run(context -> {
                    context.getBean(EmbeddedFabric.class).node("host1").port(1).counter("symbolErrorCounter", 11);
                    context.getBean(SubnetService.class).validate();
                    Field opened = tickets.getDeclaredField("opened");
                    opened.setAccessible(true);
                    assertThat(opened.get(context.getBean(tickets)))
                            .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                            .singleElement()
                            .asString()
                            .startsWith("host1 port 1 has SymbolErrorCounter 11, above the threshold 10 Reset the");
                });
    }

    private static String blockWith(String language, String text) throws IOException {
        return matches(Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL), text()).stream()
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void namedBeansAreInjected(@TempDir Path classes) throws Exception {
        Class<?> disks = compiled("Disks", blockWith("java", "class Disks"), classes);
        with(blockWith("yaml", "protection-domains:")).withBean(disks).run(context -> {
            assertThat(call(disks, "text", context.getBean(disks))).isEqualTo("emb0/1 2s emb0");
            assertThat(context.getBean(ProtectionDomain.class)).isSameAs(context.getBean("queryProtectionDomain"));
            assertThat(context.getBean(RegisteredByteBufAllocator.class)
                            .keys(context.getBean("ingestProtectionDomain", ProtectionDomain.class)))
                    .isNotNull();
            assertThat(context.getBean(CompletionQueue.class).entries()).isGreaterThanOrEqualTo(1024);
        });
    }

    @Test
    void serverExampleRespondsToTheClient(@TempDir Path first, @TempDir Path second) throws Exception {
        Class<?> greeter = compiled("Greeter", blockWith("java", "class Greeter"), first);
        Class<?> greetings = compiled("Greetings", blockWith("java", "class Greetings"), second);
        with(blockWith("yaml", "servers:"))
                .withBean(greeter)
                .withBean(greetings)
                .run(context -> {
                    Method of = greetings.getDeclaredMethod("of", String.class);
                    of.setAccessible(true);
                    assertThat(of.invoke(context.getBean(greetings), "world")).isEqualTo("hello world");
                });
    }

    @Test
    void namedAllocatorsAreInjected(@TempDir Path classes) throws Exception {
        Class<?> blocks = compiled("Blocks", blockWith("java", "class Blocks"), classes);
        with(blockWith("yaml", "allocators:")).withBean(blocks).run(context -> {
            assertThat(call(blocks, "largest", context.getBean(blocks))).isEqualTo("8192 KB, 1024 KB");
            assertThat(context.getBean("headersRegisteredByteBufAllocator", RegisteredByteBufAllocator.class)
                            .usage()
                            .limitBytes())
                    .isEqualTo(4 << 20);
        });
    }

    @Test
    void handlerExampleRespondsToTheClient(@TempDir Path first, @TempDir Path second) throws Exception {
        Class<?> shouting = compiled("Shouting", blockWith("java", "class Shouting"), first);
        Class<?> greetings = compiled("Greetings", blockWith("java", "class Greetings"), second);
        with(blockWith("yaml", "servers:"))
                .withUserConfiguration(shouting)
                .withBean(greetings)
                .run(context -> {
                    Method of = greetings.getDeclaredMethod("of", String.class);
                    of.setAccessible(true);
                    assertThat(of.invoke(context.getBean(greetings), "world")).isEqualTo("HELLO WORLD");
                });
    }

    private static @Nullable Object call(Class<?> type, String name, Object target) throws Exception {
        Method method = type.getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(target);
    }

    /** The document lists every property, and only properties that exist. */
    @Test
    void propertyTableIsComplete() throws IOException {
        String metadata = new ClassPathResource(
                        "META-INF/spring-configuration-metadata.json", RdmaAutoConfiguration.class.getClassLoader())
                .getContentAsString(StandardCharsets.UTF_8);
        String properties = metadata.substring(metadata.indexOf("\"properties\""), metadata.indexOf("\"hints\""));
        assertThat(matches(
                        Pattern.compile("^\\| `([a-z.-]+\\.[a-z-]+)` \\|", Pattern.MULTILINE),
                        section("## Properties")))
                .containsExactlyInAnyOrderElementsOf(matches(Pattern.compile("\"name\": \"([^\"]+)\""), properties));
    }

    private ApplicationContextRunner with(String yaml) throws IOException {
        List<PropertySource<?>> sources = new YamlPropertySourceLoader()
                .load("docs/spring.md", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        return application.withInitializer(
                context -> sources.forEach(context.getEnvironment().getPropertySources()::addLast));
    }

    private static String text() throws IOException {
        return Files.readString(DOCUMENT);
    }

    private static String section(String title) throws IOException {
        String rest = text().substring(text().indexOf(title) + title.length());
        return rest.substring(0, rest.indexOf("\n## "));
    }

    private static String block(String language, int index) throws IOException {
        return matches(Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL), text())
                .get(index);
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static Class<?> compiled(String name, String code, Path classes) throws Exception {
        return compiled(name, IMPORTS, code, classes);
    }

    /** Compiles a class of an example and loads it. */
    static Class<?> compiled(String name, String imports, String code, Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        SimpleJavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), SimpleJavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return imports + code;
                    }
                };
        List<String> options = List.of(
                "-d", classes.toString(), "-parameters", "-proc:none", "-cp", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();
        assertThat(compiled).as(messages.toString()).isTrue();
        URL[] path = {classes.toUri().toURL()};
        return new URLClassLoader(path, SpringDocumentTest.class.getClassLoader()).loadClass(name);
    }
}
