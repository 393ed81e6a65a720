package io.verbena.spring.boot.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.spring.boot.MockedProvider;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/** RDMA that is switched on but cannot be used ends the start, and TCP is used only where the configuration says so. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class NettySwitchTest {
    private static final Duration SECONDS = Duration.ofSeconds(30);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @RestController
    static class Application {
        @GetMapping("/hello")
        String hello() {
            return "hello";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutDevice extends Application {
        @Bean
        RdmaFabricDetails details() {
            MockedProvider.noDevice();
            return MockedProvider.DETAILS;
        }
    }

    private static ConfigurableApplicationContext start(
            Class<?> application, WebApplicationType type, String... arguments) {
        return new SpringApplicationBuilder(application)
                .web(type)
                .properties("server.port=0")
                .run(arguments);
    }

    private static void fails(Class<?> application, WebApplicationType type, String... arguments) {
        assertThatThrownBy(() -> start(application, type, arguments).close()).isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "--rdma.netty.server.port=0",
        "--rdma.netty.client.enabled=true",
        "--rdma.netty.rsocket.port=0",
        "--rdma.netty.rsocket.requester=true",
        "--rdma.netty.grpc.channels=*",
    })
    void withoutADeviceTheApplicationDoesNotStart(String property, CapturedOutput output) {
        fails(WithoutDevice.class, WebApplicationType.REACTIVE, property);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("rdma.netty: a server or a client is to use RDMA, but this host has no RDMA device")
                .contains("set rdma.netty.fallback=tcp to use TCP on hosts without a device");
    }

    @Test
    void fallbackServesThePortByTcpAndSaysSo(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext application = start(
                WithoutDevice.class,
                WebApplicationType.REACTIVE,
                "--rdma.netty.server.port=0",
                "--rdma.netty.client.enabled=true",
                "--rdma.netty.fallback=tcp")) {
            String hello = "http://127.0.0.1:"
                    + application.getBean(RdmaHttpServer.class).port() + "/hello";

            assertThat(HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(hello))
                                            .timeout(SECONDS)
                                            .build(),
                                    BodyHandlers.ofString())
                            .body())
                    .isEqualTo("hello");
            assertThat(Objects.requireNonNull(application
                            .getBean(WebClient.Builder.class)
                            .build()
                            .get()
                            .uri(hello)
                            .retrieve()
                            .bodyToMono(String.class)
                            .block(SECONDS)))
                    .isEqualTo("hello");
        }
        assertThat(output)
                .containsOnlyOnce("This host has no RDMA device: the servers and clients of rdma.netty use TCP");
    }

    @Test
    void offByDefaultNothingStarts() {
        try (ConfigurableApplicationContext application = start(WithoutDevice.class, WebApplicationType.REACTIVE)) {
            assertThat(application.getBeanNamesForType(RdmaHttpServer.class)).isEmpty();
            assertThat(application.getBeanFactory().containsSingleton("rdmaEventLoops"))
                    .isFalse();
        }
    }

    @Test
    void aServletApplicationHasNoServerForRdma(CapturedOutput output) {
        fails(
                Application.class,
                WebApplicationType.SERVLET,
                "--rdma.fabric.type=embedded",
                "--rdma.netty.server.port=0");
        assertThat(output)
                .contains(
                        "rdma.netty.server.port: this application has no WebFlux server on Reactor Netty that could use"
                                + " RDMA")
                .contains("Add the dependencies io.verbena:rdma-netty and"
                        + " org.springframework.boot:spring-boot-starter-webflux, or remove the property.");
    }

    @Test
    void anotherClientThanReactorNettyIsRefused(CapturedOutput output) {
        fails(
                Application.class,
                WebApplicationType.REACTIVE,
                "--rdma.fabric.type=embedded",
                "--rdma.netty.client.enabled=true",
                "--spring.http.clients.reactive.connector=jdk");
        assertThat(output)
                .contains(
                        "rdma.netty.client.enabled: WebClient is built by JdkClientHttpConnectorBuilder, and only Reactor"
                                + " Netty can use RDMA")
                .contains("Set spring.http.clients.reactive.connector=reactor");
    }

    @Test
    void anAddressWithoutADeviceIsRefused(CapturedOutput output) {
        fails(
                Application.class,
                WebApplicationType.REACTIVE,
                "--rdma.fabric.type=embedded",
                "--rdma.netty.server.port=8080",
                "--rdma.netty.server.address=192.0.2.1");
        assertThat(output)
                .contains("rdma.netty.server.port: the server cannot listen at /192.0.2.1:8080: ")
                .contains("set rdma.netty.server.address to an address of an RDMA device of this host");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rdma.netty.server.port=65536 | rdma.netty.server.port is 65536; it must be from 0 to 65535",
                "--rdma.netty.server.port=http | which is not a whole number",
                "--rdma.netty.rsocket.port=-1 | rdma.netty.rsocket.port is -1; it must be from 0 to 65535",
                "--rdma.netty.grpc.port=65536 | rdma.netty.grpc.port is 65536; it must be from 0 to 65535",
                "--rdma.netty.threads=0 | rdma.netty.threads is 0; it must be from 1 to 1024",
                "--rdma.netty.spin=2s | rdma.netty.spin is 2000 ms; it must be from 0 to 1s",
                "--rdma.netty.fallback=udp | is 'udp', which is not one of none, tcp",
                "--rdma.netty.client.enabled=maybe | which is not true or false",
                "--rdma.netty.sever.port=1 | the nearest is rdma.netty.server.port",
            })
    void invalidValuesAreExplained(String property, String message, CapturedOutput output) {
        fails(Application.class, WebApplicationType.REACTIVE, "--rdma.fabric.type=embedded", property);
        assertThat(output).contains(message);
    }
}
