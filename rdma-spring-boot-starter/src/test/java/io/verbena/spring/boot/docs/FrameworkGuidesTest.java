package io.verbena.spring.boot.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import reactor.core.publisher.Mono;

/** Runs the examples of docs/guide/webflux.md and docs/guide/rsocket.md on the embedded fabric. */
@Timeout(120)
class FrameworkGuidesTest {
    private static final Path GUIDE = Path.of(System.getProperty("basedir", "."), "..", "docs", "guide");
    private static final String IMPORTS = """
            import org.springframework.messaging.handler.annotation.MessageMapping;
            import org.springframework.messaging.rsocket.RSocketRequester;
            import org.springframework.stereotype.*;
            import org.springframework.web.bind.annotation.*;
            import org.springframework.web.reactive.function.client.WebClient;
            import reactor.core.publisher.Mono;
            """;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void webFluxExampleAnswersItsClient(@TempDir Path server, @TempDir Path client) throws Exception {
        runs("webflux.md", WebApplicationType.REACTIVE, server, client);
    }

    @Test
    void rsocketExampleAnswersItsRequester(@TempDir Path server, @TempDir Path client) throws Exception {
        runs("rsocket.md", WebApplicationType.NONE, server, client);
    }

    private static void runs(String page, WebApplicationType type, Path server, Path client) throws Exception {
        String text = Files.readString(GUIDE.resolve(page));
        List<String> examples = blocks(text, "java");
        Class<?> greetings = SpringDocumentTest.compiled("Greetings", IMPORTS, examples.get(0), server);
        Class<?> greeter = SpringDocumentTest.compiled("Greeter", IMPORTS, examples.get(1), client);
        List<PropertySource<?>> sources = sources(page, blocks(text, "yaml").get(0));
        ApplicationContextInitializer<ConfigurableApplicationContext> yaml =
                context -> sources.forEach(context.getEnvironment().getPropertySources()::addLast);
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(
                        Application.class, greetings, greeter)
                .web(type)
                .initializers(yaml)
                .run("--rdma.fabric.type=embedded", "--server.port=0")) {
            Method greet = greeter.getDeclaredMethod("greet", String.class);
            greet.setAccessible(true);
            assertThat(((Mono<?>) greet.invoke(application.getBean(greeter), "world")).block(Duration.ofSeconds(30)))
                    .isEqualTo("hello world");
        }
    }

    private static List<PropertySource<?>> sources(String page, String yaml) throws IOException {
        return new YamlPropertySourceLoader().load(page, new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> blocks(String text, String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
