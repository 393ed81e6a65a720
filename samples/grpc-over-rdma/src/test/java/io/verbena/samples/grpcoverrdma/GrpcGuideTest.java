package io.verbena.samples.grpcoverrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc.HealthBlockingStub;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Runs the example of docs/guide/grpc.md with the service of this sample. */
@Timeout(120)
class GrpcGuideTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "."), "..", "..", "docs", "guide", "grpc.md");
    private static final String IMPORTS = """
            import io.grpc.health.v1.HealthGrpc;
            import org.springframework.context.annotation.*;
            import org.springframework.grpc.client.GrpcChannelFactory;
            """;

    @Test
    void theExampleCallsAServerOverRdma(@TempDir Path classes) throws Exception {
        List<PropertySource<?>> yaml = new YamlPropertySourceLoader()
                .load("grpc.md", new ByteArrayResource(block("yaml").getBytes(StandardCharsets.UTF_8)));
        try (URLClassLoader loader = compiled(block("java"), classes);
                ConfigurableApplicationContext application = new SpringApplicationBuilder(
                                GrpcOverRdmaApplication.class, loader.loadClass("Clients"))
                        .profiles("guide")
                        .initializers(
                                context -> yaml.forEach(context.getEnvironment().getPropertySources()::addLast))
                        .run("--rdma.fabric.type=embedded", "--spring.grpc.server.port=0")) {
            assertThat(application
                            .getBean(HealthBlockingStub.class)
                            .withDeadlineAfter(30, TimeUnit.SECONDS)
                            .check(HealthCheckRequest.getDefaultInstance())
                            .getStatus())
                    .isEqualTo(ServingStatus.SERVING);
        }
    }

    private static String block(String language) throws Exception {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private static URLClassLoader compiled(String code, Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        SimpleJavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Clients.java"), SimpleJavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return IMPORTS + code;
                    }
                };
        List<String> options =
                List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
        assertThat(compiler.getTask(messages, null, null, options, null, List.of(file))
                        .call())
                .as(messages.toString())
                .isTrue();
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, GrpcGuideTest.class.getClassLoader());
    }
}
