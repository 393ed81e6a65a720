package io.verbena.samples.fabricmonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"rdma.fabric.topology=fat-tree:2,3,2", "fabric-monitor.interval=200ms"})
@ExtendWith(OutputCaptureExtension.class)
class FabricMonitorTest {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();

    @Autowired
    private FabricMonitor monitor;

    @Value("${local.server.port}")
    private int port;

    @BeforeEach
    void awaitTheFirstDiscovery() {
        await().atMost(Duration.ofSeconds(20)).until(() -> monitor.latest().isPresent());
    }

    @Test
    void servesTheNodesOfTheFabric() throws Exception {
        JsonNode nodes = get("/nodes");
        assertThat(nodes.values())
                .extracting(node -> node.get("name").asString())
                .containsExactlyInAnyOrder(
                        "spine0", "spine1", "leaf0", "leaf1", "leaf2", "host0", "host1", "host2", "host3", "host4",
                        "host5");
    }

    @Test
    void servesEachLinkOnce() throws Exception {
        JsonNode links = get("/topology").get("links");
        assertThat(links.size()).isEqualTo(2 * 3 + 3 * 2);
        assertThat(links.values())
                .allSatisfy(link -> assertThat(link.get("state").asString()).isEqualTo("Active"));
    }

    @Test
    void servesThatNothingFailed() throws Exception {
        assertThat(get("/failures").size()).isZero();
    }

    @Test
    void isHealthyWithTheEndPort() throws Exception {
        JsonNode rdma = get("/actuator/health").get("components").get("rdma");
        assertThat(rdma.get("status").asString()).isEqualTo("UP");
        assertThat(rdma.get("details").get("endPort").asString()).isEqualTo("emb0/1");
    }

    @Test
    void discoversAgainAndAgain() {
        Topology first = monitor.latest().orElseThrow();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> monitor.latest().orElseThrow().at().isAfter(first.at()));
    }

    private JsonNode get(String path) throws Exception {
        URI address = URI.create("http://localhost:" + port + path);
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return JSON.readTree(response.body());
    }
}
