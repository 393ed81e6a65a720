package io.verbena.spring.boot.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.buffer.BufferAutoConfiguration;
import io.verbena.spring.boot.connection.ConnectionsAutoConfiguration;
import io.verbena.spring.boot.connection.RdmaListener;
import io.verbena.spring.boot.connection.RdmaTemplate;
import io.verbena.spring.boot.endport.EndPortsAutoConfiguration;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.FileSystemGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

/** Processes an application with every kind of bean ahead of time, compiles the generated code and starts it. */
class AheadOfTimeTest {
    private static final TestPropertyValues CONFIGURATION = TestPropertyValues.of(
            "rdma.fabric.type=embedded",
            "rdma.end-ports.storage=emb0/1",
            "rdma.protection-domains.ingest=",
            "rdma.protection-domains.query.primary=true",
            "rdma.completion-queues.done.entries=16",
            "rdma.buffers.protection-domains=ingest",
            "rdma.allocators.large.slab-size=8MB",
            "rdma.allocators.large.largest=8MB",
            "rdma.allocators.large.protection-domains=ingest",
            "rdma.servers.echo.address=10.0.0.1",
            "rdma.servers.echo.port=7471",
            "rdma.clients.echo.address=10.0.0.1",
            "rdma.clients.echo.port=7471");

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        RdmaAutoConfiguration.class,
        EndPortsAutoConfiguration.class,
        VerbsAutoConfiguration.class,
        BufferAutoConfiguration.class,
        ConnectionsAutoConfiguration.class
    })
    public static class Application {
        @Bean
        public Echo echoes(@Qualifier("ingest") ProtectionDomain domain) {
            return new Echo(domain);
        }
    }

    public record Echo(ProtectionDomain domain) {
        @RdmaListener("echo")
        public String answer(String message) {
            return "echo of " + message;
        }
    }

    /** Starts the generated code inside its own class loader. */
    public record Start(ApplicationContextInitializer<GenericApplicationContext> generated)
            implements Callable<String> {
        @Override
        public String call() {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                CONFIGURATION.applyTo(context);
                generated.initialize(context);
                context.refresh();
                assertThat(context.getBean(Echo.class).domain()).isSameAs(context.getBean("ingestProtectionDomain"));
                assertThat(context.getBean(ProtectionDomain.class)).isSameAs(context.getBean("queryProtectionDomain"));
                assertThat(context.getBean("storageMadTransactor")).isNotNull();
                assertThat(context.getBean("largeRegisteredByteBufAllocator", RegisteredByteBufAllocator.class)
                                .largest())
                        .isEqualTo(8 << 20);
                return context.getBean(RdmaTemplate.class)
                        .requestAsync("hello")
                        .orTimeout(5, TimeUnit.SECONDS)
                        .join();
            }
        }
    }

    @Test
    void startsFromGeneratedCode(@TempDir Path folder) throws Exception {
        AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
        CONFIGURATION.applyTo(application);
        application.register(Application.class);
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(Application.class)), new FileSystemGeneratedFiles(folder));
        ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(application, generation);
        generation.writeGeneratedContent();

        compile(folder);
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (GeneratedClasses classes = new GeneratedClasses(folder.resolve("classes"))) {
            current.setContextClassLoader(classes);
            Object generated = classes.loadClass(initializer.reflectionName())
                    .getDeclaredConstructor()
                    .newInstance();
            Object start = classes.loadClass(Start.class.getName())
                    .getDeclaredConstructors()[0]
                    .newInstance(generated);
            assertThat(((Callable<?>) start).call()).isEqualTo("echo of hello");
        } finally {
            current.setContextClassLoader(before);
        }
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Echo.class, "answer"))
                .accepts(generation.getRuntimeHints());
    }

    private static void compile(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> sources = new ArrayList<>();
        try (var files = Files.walk(folder.resolve("sources"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> options = List.of(
                "-d", classes.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                            .call())
                    .isTrue();
        }
    }
}
