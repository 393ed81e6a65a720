package io.verbena.samples.webfluxoverrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.netty.RdmaHttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class WebFluxOverRdmaSampleTest {

    @Test
    void printsTheExpectedOutput(CapturedOutput output) throws IOException {
        try (ConfigurableApplicationContext application = SpringApplication.run(WebFluxOverRdmaApplication.class)) {
            assertThat(application.isActive()).isTrue();
        }
        assertThat(output.getOut())
                .isEqualTo(Files.readString(Path.of(System.getProperty("basedir", "."), "expected.txt")));
    }

    @Test
    @WithFabric
    void runsAsTwoProcessesAndServesTcp(EmbeddedFabric fabric, CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext server = application(fabric, "host1", "server", "--server.port=0")) {
            int port = server.getBean(RdmaHttpServer.class).port();
            URI tcp = URI.create("http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port") + "/");

            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(tcp).build(), BodyHandlers.ofString())
                            .body())
                    .contains("<h1>Books for 127.0.0.1</h1>");

            // The end of a client ends the event loops for TCP that all applications of a JVM share.
            application(fabric, "host0", "client", "--books.url=http://10.0.0.2:" + port)
                    .close();
        }
        assertThat(output.getOut())
                .contains("<h1>Books for 10.0.0.1</h1>", "Book[title=The Mythical Man-Month, year=1975]");
    }

    private static ConfigurableApplicationContext application(
            EmbeddedFabric fabric, String host, String profile, String... arguments) {
        RdmaCustomizer there = builder -> builder.driver(fabric.driver(host));
        return new SpringApplicationBuilder(WebFluxOverRdmaApplication.class)
                .profiles(profile)
                .initializers((GenericApplicationContext context) ->
                        context.registerBean("there", RdmaCustomizer.class, () -> there))
                .run(arguments);
    }
}
