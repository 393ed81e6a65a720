package io.verbena.spring.boot.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;

/** Runs a WebFlux application over RDMA on the embedded fabric, whose addresses TCP cannot reach. */
@Timeout(120)
class WebFluxOverRdmaTest {
    private static final String ADDRESS = "10.0.0.1";
    private static final Duration SECONDS = Duration.ofSeconds(30);

    @RestController
    static class Greetings {
        @GetMapping("/peer")
        String peer(ServerHttpRequest request) {
            return Objects.requireNonNull(request.getRemoteAddress())
                    .getAddress()
                    .getHostAddress();
        }

        @PostMapping("/echo")
        byte[] echo(@RequestBody byte[] body) {
            return body;
        }

        @GetMapping(path = "/numbers", produces = MediaType.APPLICATION_NDJSON_VALUE)
        Flux<Integer> numbers() {
            return Flux.range(0, 1000);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Greetings.class)
    static class Application {
        @Bean
        RouterFunction<ServerResponse> route() {
            return RouterFunctions.route()
                    .GET("/routed", request -> ServerResponse.ok().bodyValue("routed " + request.path()))
                    .build();
        }
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .properties(
                        "rdma.fabric.type=embedded",
                        "rdma.netty.server.port=0",
                        "rdma.netty.server.address=" + ADDRESS,
                        "rdma.netty.client.enabled=true",
                        "rdma.netty.threads=2",
                        "server.port=0")
                .run(properties);
    }

    private static WebClient client(ConfigurableApplicationContext application, String scheme, int port) {
        return application
                .getBean(WebClient.Builder.class)
                .baseUrl(scheme + "://" + ADDRESS + ":" + port)
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
                .build();
    }

    private static WebClient client(ConfigurableApplicationContext application) {
        return client(
                application, "http", application.getBean(RdmaHttpServer.class).port());
    }

    private static String get(WebClient client, String path) {
        return Objects.requireNonNull(
                client.get().uri(path).retrieve().bodyToMono(String.class).block(SECONDS));
    }

    private static int tcpPort(ConfigurableApplicationContext application) {
        return Integer.parseInt(
                Objects.requireNonNull(application.getEnvironment().getProperty("local.server.port")));
    }

    private static String getByTcp(int port, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).timeout(SECONDS).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void theSameHandlersAnswerOverRdmaAndOverTcp() throws Exception {
        try (ConfigurableApplicationContext application = start()) {
            WebClient client = client(application);

            assertThat(get(client, "/peer")).isEqualTo(ADDRESS);
            assertThat(get(client, "/routed")).isEqualTo("routed /routed");
            assertThat(getByTcp(tcpPort(application), "/peer")).isEqualTo("127.0.0.1");
            assertThat(getByTcp(tcpPort(application), "/routed")).isEqualTo("routed /routed");
        }
    }

    @Test
    void tcpDoesNotReachTheServerOverRdma() throws IOException {
        try (ConfigurableApplicationContext application = start();
                Socket socket = new Socket()) {
            int port = application.getBean(RdmaHttpServer.class).port();
            assertThatThrownBy(
                            () -> socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2000))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void bodiesAndStreamsArrive() {
        byte[] body = new byte[3_000_000];
        new Random(1).nextBytes(body);
        try (ConfigurableApplicationContext application = start("--spring.http.codecs.max-in-memory-size=16MB")) {
            WebClient client = client(application);

            assertThat(client.post()
                            .uri("/echo")
                            .contentType(MediaType.APPLICATION_OCTET_STREAM)
                            .bodyValue(body)
                            .retrieve()
                            .bodyToMono(byte[].class)
                            .block(SECONDS))
                    .isEqualTo(body);
            assertThat(client.get()
                            .uri("/numbers")
                            .retrieve()
                            .bodyToFlux(Integer.class)
                            .collectList()
                            .block(SECONDS))
                    .isEqualTo(IntStream.range(0, 1000).boxed().toList());
        }
    }

    /** Spring Boot configures RestClient in applications that are not reactive. */
    @Test
    void restClientConnectsOverRdma() {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--rdma.fabric.type=embedded",
                        "--rdma.netty.client.enabled=true",
                        "--spring.http.clients.imperative.factory=reactor")) {
            ClientHttpRequestFactoryBuilder<?> factories = application.getBean(ClientHttpRequestFactoryBuilder.class);
            RestClient client =
                    RestClient.builder().requestFactory(factories.build()).build();

            assertThatThrownBy(() -> client.get()
                            .uri("http://" + ADDRESS + ":1/peer")
                            .retrieve()
                            .body(String.class))
                    .hasStackTraceContaining("no rsocket listens at this address");
        }
    }

    @Test
    void tlsRunsOverRdma(@TempDir Path folder) throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=verbena")
                .addSanIpAddress(ADDRESS)
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path chain = Files.writeString(folder.resolve("chain.pem"), certificate.getCertificatePathPEM());
        Path key = Files.writeString(folder.resolve("key.pem"), certificate.getPrivateKeyPEM());
        try (ConfigurableApplicationContext application = start(
                "--spring.ssl.bundle.pem.web.keystore.certificate=" + chain,
                "--spring.ssl.bundle.pem.web.keystore.private-key=" + key,
                "--spring.ssl.bundle.pem.web.truststore.certificate=" + chain,
                "--server.ssl.bundle=web",
                "--server.http2.enabled=true",
                "--spring.http.clients.ssl.bundle=web")) {
            int port = application.getBean(RdmaHttpServer.class).port();

            assertThat(get(client(application, "https", port), "/peer")).isEqualTo(ADDRESS);
            assertThatThrownBy(() -> get(client(application, "http", port), "/peer"))
                    .isInstanceOf(WebClientRequestException.class);
        }
    }

    @Test
    void withoutTcpTheServerListensOverRdmaAlone() {
        try (ConfigurableApplicationContext application =
                start("--rdma.netty.server.tcp=false", "--rdma.netty.spin=1ms")) {
            int port = tcpPort(application);

            assertThat(application.getBeanNamesForType(RdmaHttpServer.class)).isEmpty();
            assertThat(get(client(application, "http", port), "/peer")).isEqualTo(ADDRESS);
            assertThatThrownBy(() -> getByTcp(port, "/peer")).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void aClientSaysWhyItCannotConnect() {
        try (ConfigurableApplicationContext application = start()) {
            assertThatThrownBy(() -> get(client(application, "http", 1), "/peer"))
                    .isInstanceOf(WebClientRequestException.class)
                    .hasMessageContaining("no rsocket listens at this address");
        }
    }
}
