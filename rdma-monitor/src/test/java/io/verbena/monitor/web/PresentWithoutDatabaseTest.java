package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.store.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The present over HTTP while the database is away: it comes from the live view. */
@EnabledIf(value = "io.verbena.monitor.store.PostgresServer#isInstalled", disabledReason = "not installed: postgresql")
class PresentWithoutDatabaseTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> get(ConfigurableApplicationContext monitor, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + monitor.getEnvironment().getProperty("local.server.port") + path);
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @Test
    void theMapAndTheEventsOfThePresentAreShown() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                ConfigurableApplicationContext monitor = SpringApplication.run(
                        MonitorApplication.class,
                        Stream.concat(
                                        Stream.of(
                                                "server.port=0",
                                                "rdma.fabric.type=embedded",
                                                "rdma.fabric.topology=fat-tree:2,4,4",
                                                "rdma.subnet.interval=300ms",
                                                "rdma.subnet.validation.enabled=false",
                                                "spring.main.banner-mode=off",
                                                "logging.level.root=off"),
                                        Stream.of(server.properties()))
                                .map(property -> "--" + property)
                                .toArray(String[]::new))) {
            EmbeddedNode host = monitor.getBean(EmbeddedFabric.class).nodes().stream()
                    .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                    .reduce((first, second) -> second)
                    .orElseThrow();
            String guid = host.guid().toHex();
            await().atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(get(monitor, "/api/topology").body()).contains(guid));
            server.stop();
            host.port(1).count("portRcvErrors", 20);
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(get(monitor, "/api/load").body()).contains("\"live\"", "\"errors\":20"));
            host.port(1).down();
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(get(monitor, "/api/topology").body())
                                    .doesNotContain("\"guid\":\"" + guid + "\""));
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(get(monitor, "/api/events").body()).contains("node lost"));
            assertThat(get(monitor, "/api/topology?at=" + Instant.now()).statusCode())
                    .as("the past needs the database")
                    .isEqualTo(503);

            server.startAgain();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(get(monitor, "/api/topology?at=" + Instant.now())
                                    .body())
                            .contains("leaf0")
                            .doesNotContain("\"guid\":\"" + guid + "\""));
            String events = get(monitor, "/api/events").body();
            assertThat(events.split("node lost", -1)).as("no event twice").hasSize(2);
        }
    }
}
