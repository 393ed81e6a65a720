package io.verbena.samples.grpcoverrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import java.io.IOException;
import java.net.ServerSocket;
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
class GrpcOverRdmaSampleTest {

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return "--spring.grpc.server.port=" + socket.getLocalPort();
        }
    }

    private static String expected() throws IOException {
        return Files.readString(Path.of(System.getProperty("basedir", "."), "expected.txt"));
    }

    @Test
    void printsTheExpectedOutput(CapturedOutput output) throws IOException {
        try (ConfigurableApplicationContext application =
                SpringApplication.run(GrpcOverRdmaApplication.class, freePort())) {
            assertThat(application.isActive()).isTrue();
        }
        assertThat(output.getOut()).isEqualTo(expected());
    }

    @Test
    @WithFabric
    void runsAsTwoProcesses(EmbeddedFabric fabric, CapturedOutput output) throws IOException {
        String port = freePort();
        try (ConfigurableApplicationContext server = application(fabric, "host1", "server", port)) {
            assertThat(server.isActive()).isTrue();
            application(fabric, "host0", "client", port, "--primes.host=10.0.0.2", "--primes.tcp-host=127.0.0.1")
                    .close();
        }
        assertThat(output.getOut()).isEqualTo(expected());
    }

    private static ConfigurableApplicationContext application(
            EmbeddedFabric fabric, String host, String profile, String... arguments) {
        RdmaCustomizer there = builder -> builder.driver(fabric.driver(host));
        return new SpringApplicationBuilder(GrpcOverRdmaApplication.class)
                .profiles(profile)
                .initializers((GenericApplicationContext context) ->
                        context.registerBean("there", RdmaCustomizer.class, () -> there))
                .run(arguments);
    }
}
