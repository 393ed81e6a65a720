package io.verbena.spring.boot.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;

/** Runs an RSocket controller over RDMA on the embedded fabric, whose addresses TCP cannot reach. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class RSocketOverRdmaTest {
    private static final String ADDRESS = "10.0.0.1";
    private static final Duration SECONDS = Duration.ofSeconds(30);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Controller
    static class Application {
        @MessageMapping("greet")
        String greet(String name) {
            return "hello " + name;
        }

        @MessageMapping("count")
        Flux<String> count(String to) {
            return Flux.range(0, Integer.parseInt(to)).map(String::valueOf);
        }
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "rdma.fabric.type=embedded",
                        "rdma.netty.rsocket.port=7000",
                        "rdma.netty.rsocket.address=" + ADDRESS,
                        "rdma.netty.rsocket.requester=true")
                .run(properties);
    }

    private static String greet(RSocketRequester requester, String name) {
        return Objects.requireNonNull(
                requester.route("greet").data(name).retrieveMono(String.class).block(SECONDS));
    }

    @Test
    void theSameControllerAnswersOverRdmaAndOverTcp() {
        try (ConfigurableApplicationContext application = start("--spring.rsocket.server.port=0")) {
            int tcp = Integer.parseInt(
                    Objects.requireNonNull(application.getEnvironment().getProperty("local.rsocket.server.port")));
            RSocketRequester rdma =
                    application.getBean(RSocketRequester.Builder.class).tcp(ADDRESS, 7000);
            RSocketRequester plain = RSocketRequester.builder().tcp("127.0.0.1", tcp);

            assertThat(application.getBean(RdmaRSocketServer.class).address().getPort())
                    .isEqualTo(7000);
            assertThat(greet(rdma, "RDMA")).isEqualTo("hello RDMA");
            assertThat(greet(plain, "TCP")).isEqualTo("hello TCP");
            rdma.dispose();
            plain.dispose();
        }
    }

    @Test
    void streamsAndLongMessagesArrive() {
        String name = "long".repeat(200_000);
        try (ConfigurableApplicationContext application = start()) {
            RSocketRequester requester = application
                    .getBean(RSocketRequester.Builder.class)
                    .rsocketConnector(connector -> connector.fragment(60_000))
                    .tcp(ADDRESS, 7000);

            assertThat(greet(requester, name)).isEqualTo("hello " + name);
            assertThat(requester
                            .route("count")
                            .data("2000")
                            .retrieveFlux(String.class)
                            .collectList()
                            .block(SECONDS))
                    .isEqualTo(
                            IntStream.range(0, 2000).mapToObj(String::valueOf).toList());
            requester.dispose();
        }
    }

    @Test
    void aRequesterSaysWhyItCannotConnect() {
        try (ConfigurableApplicationContext application = start()) {
            RSocketRequester nobody =
                    application.getBean(RSocketRequester.Builder.class).tcp(ADDRESS, 7);
            assertThatThrownBy(() -> greet(nobody, "nobody"))
                    .hasMessageContaining("no rsocket listens at this address");
        }
    }

    @Test
    void anAddressWithoutADeviceIsRefused(CapturedOutput output) {
        assertThatThrownBy(() -> start("--rdma.netty.rsocket.address=192.0.2.1").close())
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains("rdma.netty.rsocket.port: the server cannot listen at /192.0.2.1:7000: ")
                .contains("set rdma.netty.rsocket.address to an address of an RDMA device of this host");
    }
}
