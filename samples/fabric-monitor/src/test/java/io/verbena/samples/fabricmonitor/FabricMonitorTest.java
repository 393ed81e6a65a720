package io.verbena.samples.fabricmonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import tools.jackson.databind.JsonNode;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "rdma.fabric.topology=fat-tree:2,3,2@host0",
            "rdma.subnet.interval=200ms",
            "rdma.subnet.validation.interval=300ms"
        })
class FabricMonitorTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @Autowired
    private EmbeddedFabric fabric;

    @Value("${local.server.port}")
    private int port;

    private Http http = new Http(0);

    @BeforeEach
    void awaitTheFirstReading() {
        http = new Http(port);
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> http.get("/topology").statusCode() == 200);
    }

    @AfterEach
    void heal() {
        fabric.heal();
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> Stream.of("/nodes", "/links")
                        .allMatch(path -> values(path).stream()
                                .allMatch(each -> List.of("PRESENT", "ACTIVE")
                                        .contains(each.get("state").asString()))));
    }

    @Test
    void servesTheNodesOfTheFabric() throws Exception {
        assertThat(http.json("/nodes").values())
                .extracting(node -> node.get("name").asString())
                .containsExactlyInAnyOrder(
                        "spine0", "spine1", "leaf0", "leaf1", "leaf2", "host0", "host1", "host2", "host3", "host4",
                        "host5");
    }

    @Test
    void servesEachLinkOnce() throws Exception {
        JsonNode links = http.json("/topology").get("links");
        assertThat(links.size()).isEqualTo(2 * 3 + 3 * 2);
        assertThat(links.values()).extracting(link -> link.get("id").asString()).doesNotHaveDuplicates();
    }

    @Test
    void servesThePositionsOfNodes() throws Exception {
        JsonNode nodes = http.json("/nodes");
        assertThat(y(nodes, "spine0")).isLessThan(y(nodes, "leaf1"));
        assertThat(y(nodes, "leaf1")).isLessThan(y(nodes, "host3"));
    }

    @Test
    void servesThePortsOfANode() throws Exception {
        JsonNode details = http.json("/nodes/" + guid("leaf1"));
        assertThat(details.get("ports").values())
                .filteredOn(each -> !each.get("peer").isNull())
                .extracting(each -> each.get("peer").get("name").asString())
                .containsExactly("spine0", "spine1", "host2", "host3");
        assertThat(http.get("/nodes/0x1").statusCode()).isEqualTo(404);
    }

    @Test
    void servesNoFailures() throws Exception {
        assertThat(http.json("/failures").size()).isZero();
    }

    @Test
    void servesTheFindingsOfTheValidation() throws Exception {
        await().atMost(SOON).until(() -> !http.json("/findings").get("at").isNull());
        fabric.node("host4").port(1).counter("symbolErrorCounter", 20);
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode findings = http.json("/findings");
            assertThat(findings.get("warnings").asInt()).isEqualTo(1);
            JsonNode finding = findings.get("findings").get(0);
            assertThat(finding.get("id").asString()).isEqualTo("counter-exceeded");
            assertThat(finding.get("node").asString()).isEqualTo(guid("host4"));
            assertThat(finding.get("port").asInt()).isEqualTo(1);
            assertThat(finding.get("nextStep").asString()).isNotEmpty();
        });
        assertThat(values("/history"))
                .anySatisfy(entry -> assertThat(entry.get("text").asString())
                        .isEqualTo("Counters: host4 port 1 has SymbolErrorCounter 20, above the threshold 10"));
        fabric.node("host4").port(1).counter("symbolErrorCounter", 0);
        await().atMost(SOON).until(() -> http.json("/findings").get("warnings").asInt() == 0);
    }

    @Test
    void isHealthyWithTheEndPort() throws Exception {
        JsonNode rdma = http.json("/actuator/health").get("components").get("rdma");
        assertThat(rdma.get("status").asString()).isEqualTo("UP");
        assertThat(rdma.get("details").get("endPort").asString()).isEqualTo("emb0/1");
    }

    @Test
    void exposesMetricsForPrometheus() throws Exception {
        assertThat(http.get("/actuator/prometheus").body())
                .contains("# TYPE jvm_memory_used_bytes gauge", "# TYPE rdma_subnet_nodes gauge");
    }

    @Test
    void keepsLinksThatAreDownAndLostNodes() {
        fabric.node("host5").port(1).down();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(values("/links"))
                    .filteredOn(link -> link.get("state").asString().equals("DOWN"))
                    .singleElement()
                    .satisfies(link -> assertThat(link.toString()).contains("leaf2", "host5"));
            assertThat(values("/nodes"))
                    .filteredOn(node -> node.get("state").asString().equals("LOST"))
                    .extracting(node -> node.get("name").asString())
                    .containsExactly("host5");
        });
    }

    @Test
    void distinguishesALinkToAnUnresponsiveNodeFromALinkThatIsDown() {
        fabric.node("host4").silence();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(values("/links"))
                        .filteredOn(link -> !link.get("state").asString().equals("ACTIVE"))
                        .singleElement()
                        .satisfies(
                                link -> assertThat(link.get("state").asString()).isEqualTo("SILENT")));
    }

    @Test
    void countsErrorsAndTheirRate() {
        fabric.node("leaf1").port(1).count("symbolErrorCounter", 400);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(values("/links"))
                        .filteredOn(link -> link.get("errorsPerMinute").asDouble() > 300)
                        .singleElement()
                        .satisfies(
                                link -> assertThat(link.get("errors").asLong()).isEqualTo(400)));
        assertThat(values("/history"))
                .extracting(entry -> entry.get("text").asString())
                .anyMatch(text -> text.contains("\"leaf1\" port 1: SymbolErrorCounter is 400, over 10"));
        fabric.node("leaf1").port(1).counter("symbolErrorCounter", 0);
    }

    @Test
    void sendsALinkDownToOpenPages() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (Stream<String> stream = http.lines("/events")) {
            Thread reader = new Thread(() -> {
                try {
                    stream.forEach(lines::add);
                } catch (UncheckedIOException closed) {
                    // The test has closed the stream.
                }
            });
            reader.setDaemon(true);
            reader.start();
            await().atMost(SOON).until(() -> lines.contains("event:hello") && lines.contains("data:{\"read\":true}"));
            fabric.node("leaf1").port(2).down();
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(lines).contains("event:history", "event:topology");
                assertThat(lines).anyMatch(line -> line.startsWith("data:") && line.contains("Link down: "));
                assertThat(lines)
                        .anyMatch(line -> line.contains("\"structure\":false") && line.contains("\"state\":\"DOWN\""));
            });
        }
    }

    @Test
    void injectsAndRemovesFaultsForItsOwnPage() throws Exception {
        EmbeddedNode leaf = fabric.node("leaf0");
        String at = "?node=" + leaf.guid().toHex() + "&port=1";
        HttpResponse<String> cut =
                http.post("/faults/cut" + at, "Origin", http.origin(), "Sec-Fetch-Site", "same-origin");
        assertThat(cut.statusCode()).isEqualTo(200);
        assertThat(cut.body()).contains("\"kind\":\"CUT\"");
        assertThat(leaf.port(1).isUp()).isFalse();
        http.post("/faults/restore" + at);
        assertThat(leaf.port(1).isUp()).isTrue();
        assertThat(http.post("/faults/silence?node=" + leaf.guid().toHex()).body())
                .contains("SILENCE");
        http.post("/faults/wake?node=" + leaf.guid().toHex());
        http.post("/faults/errors" + at + "&count=7");
        assertThat(leaf.port(1).counter("symbolErrorCounter")).isEqualTo(7);
        leaf.port(1).down();
        assertThat(http.post("/faults/heal").body()).isEqualTo("[]");
        assertThat(leaf.port(1).isUp()).isTrue();
    }

    @Test
    void rejectsFaultsFromOtherPages() throws Exception {
        String cut = "/faults/cut?node=" + fabric.node("leaf0").guid().toHex() + "&port=1";
        assertThat(http.post(cut, "Origin", "http://evil.example").statusCode()).isEqualTo(403);
        assertThat(http.post(cut, "Origin", "null").statusCode()).isEqualTo(403);
        assertThat(http.post(cut, "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
        assertThat(http.post(cut, "Sec-Fetch-Site", "same-site").statusCode()).isEqualTo(403);
        assertThat(http.get(cut).statusCode()).isEqualTo(405);
        assertThat(fabric.faults()).isEmpty();
    }

    @Test
    void reportsAnInvalidFault() throws Exception {
        String leaf = fabric.node("leaf0").guid().toHex();
        assertThat(http.post("/faults/cut?node=leaf0&port=1").body()).contains("no node has the GUID 'leaf0'");
        assertThat(http.post("/faults/cut?node=" + leaf + "&port=99").body()).contains("has no port 99");
        assertThat(http.post("/faults/errors?node=" + leaf + "&port=1&count=0").statusCode())
                .isEqualTo(400);
    }

    @Test
    void forbidsContentFromOtherSites() throws Exception {
        HttpResponse<String> page = http.get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'self';")
                .doesNotContain("unsafe");
        assertThat(http.get("/webjars/cytoscape/dist/cytoscape.esm.min.mjs")
                        .headers()
                        .firstValue("Content-Type")
                        .orElse(""))
                .startsWith("text/javascript");
    }

    private List<JsonNode> values(String path) {
        try {
            return List.copyOf(http.json(path).values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String guid(String name) {
        return fabric.node(name).guid().toHex();
    }

    private static double y(JsonNode nodes, String name) {
        return nodes.values().stream()
                .filter(node -> node.get("name").asString().equals(name))
                .mapToDouble(node -> node.get("y").asDouble())
                .findFirst()
                .orElseThrow();
    }
}
