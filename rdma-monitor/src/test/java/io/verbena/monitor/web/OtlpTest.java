package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.verbena.monitor.MonitorApplication;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The meters of the monitor, sent to a receiver of OTLP. */
class OtlpTest {

    @Test
    void sendsItsMetersIfItIsConfigured() throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/v1/metrics", exchange -> {
            received.add(exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        try (ConfigurableApplicationContext context = SpringApplication.run(
                MonitorApplication.class,
                "--server.port=0",
                "--rdma.fabric.type=embedded",
                "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "--management.otlp.metrics.export.enabled=true",
                "--management.otlp.metrics.export.step=1s",
                "--management.otlp.metrics.export.url=http://127.0.0.1:"
                        + receiver.getAddress().getPort() + "/v1/metrics",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn")) {
            assertThat(context.isRunning()).isTrue();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(received)
                            .anySatisfy(request -> assertThat(request)
                                    .startsWith("application/x-protobuf")
                                    .contains("verbena.monitor.alarms")));
        } finally {
            receiver.stop(0);
        }
    }
}
