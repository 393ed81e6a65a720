package io.verbena.samples.echoservice;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.connection.RdmaListenerContainer;
import io.verbena.spring.boot.connection.RdmaTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class EchoServiceTest {

    @Test
    void printsTheExpectedOutput(CapturedOutput output) throws IOException {
        try (ConfigurableApplicationContext application = SpringApplication.run(EchoServiceApplication.class)) {
            assertThat(application.isActive()).isTrue();
        }
        assertThat(output.getOut())
                .isEqualTo(Files.readString(Path.of(System.getProperty("basedir", "."), "expected.txt")));
    }

    @Test
    @WithFabric
    void runsAsTwoProcesses(EmbeddedFabric fabric, CapturedOutput output) {
        try (ConfigurableApplicationContext server = application(fabric, "host1", "server")) {
            String port = String.valueOf(
                    server.getBean(RdmaListenerContainer.class).address().getPort());
            try (ConfigurableApplicationContext client = application(
                    fabric,
                    "host0",
                    "client",
                    "--rdma.clients.echo.address=10.0.0.2",
                    "--rdma.clients.echo.port=" + port,
                    "A line")) {
                assertThat(server.getBeanNamesForType(RdmaTemplate.class)).isEmpty();
                assertThat(client.getBeanNamesForType(RdmaListenerContainer.class))
                        .isEmpty();
            }
        }
        assertThat(output.getOut()).contains("Server: 'A line' came from 10.0.0.1", "Client: 'A line' came back");
    }

    private static ConfigurableApplicationContext application(
            EmbeddedFabric fabric, String host, String profile, String... arguments) {
        RdmaCustomizer there = builder -> builder.driver(fabric.driver(host));
        return new SpringApplicationBuilder(EchoServiceApplication.class)
                .profiles(profile)
                .initializers((GenericApplicationContext context) ->
                        context.registerBean("there", RdmaCustomizer.class, () -> there))
                .run(arguments);
    }
}
