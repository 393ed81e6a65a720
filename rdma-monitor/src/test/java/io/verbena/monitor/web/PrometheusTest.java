package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.NodeType;
import io.verbena.monitor.MonitorApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files for Prometheus and Grafana, checked by Prometheus itself while it scrapes the application. */
@EnabledIf(value = "isInstalled", disabledReason = "not installed: prometheus")
class PrometheusTest {
    private static final Path DIST = Path.of("dist");
    private static final Pattern METRIC = Pattern.compile("\\b(?:infiniband|rdma|verbena)_[a-z0-9_]+");
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path directory;

    static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/prometheus")) && Files.isExecutable(Path.of("/usr/bin/promtool"));
    }

    @Test
    void promtoolAcceptsTheRules() throws Exception {
        run("promtool", "check", "rules", DIST.resolve("prometheus/alerts.yml").toString());
        run(
                "promtool",
                "check",
                "config",
                DIST.resolve("prometheus/prometheus.yml").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fabric", "switch", "host", "link", "congestion"})
    void promtoolAcceptsTheQueriesOfADashboard(String name) throws Exception {
        JsonNode dashboard =
                JSON.readTree(DIST.resolve("grafana/" + name + ".json").toFile());
        Set<Integer> ids = new HashSet<>();
        Set<List<Integer>> cells = new HashSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            assertThat(ids.add(panel.path("id").asInt()))
                    .as("the id of %s", panel)
                    .isTrue();
            JsonNode place = panel.path("gridPos");
            int right = place.path("x").asInt() + place.path("w").asInt();
            assertThat(right).isLessThanOrEqualTo(24);
            for (int x = place.path("x").asInt(); x < right; x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    assertThat(cells.add(List.of(x, place.path("y").asInt() + y)))
                            .as("%s overlaps no other panel", panel.path("title"))
                            .isTrue();
                }
            }
        }
        List<String> rules = new ArrayList<>(List.of("groups:", "  - name: dashboard", "    rules:"));
        for (String query : queries(dashboard)) {
            rules.add("      - record: query:" + rules.size());
            rules.add(
                    "        expr: '" + query.replace("$__rate_interval", "5m").replace("'", "''") + "'");
        }
        Path file = Files.write(directory.resolve("rules.yml"), rules);
        run("promtool", "check", "rules", file.toString());
    }

    private static List<String> queries(JsonNode dashboard) {
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            panel.path("targets")
                    .forEach(target -> queries.add(target.path("expr").asString()));
        }
        assertThat(queries).isNotEmpty();
        return queries;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void prometheusScrapesAllMetricsAndRaisesAlerts() throws Exception {
        int port = freePort();
        try (ConfigurableApplicationContext monitor = monitor()) {
            String target = "localhost:" + monitor.getEnvironment().getProperty("local.server.port");
            for (String file : List.of("prometheus.yml", "alerts.yml")) {
                Files.writeString(
                        directory.resolve(file),
                        Files.readString(DIST.resolve("prometheus/" + file))
                                .replace("localhost:8080", target)
                                .replace("interval: 30s", "interval: 1s"));
            }
            Process prometheus = new ProcessBuilder(
                            "prometheus",
                            "--config.file=" + directory.resolve("prometheus.yml"),
                            "--storage.tsdb.path=" + directory.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("prometheus.log").toFile())
                    .start();
            try {
                watch(monitor, port);
            } finally {
                prometheus.destroy();
                prometheus.waitFor();
            }
        }
    }

    private static ConfigurableApplicationContext monitor() {
        return SpringApplication.run(
                MonitorApplication.class,
                "--server.port=0",
                "--rdma.fabric.type=embedded",
                "--rdma.fabric.topology=fat-tree:2,4,4",
                "--rdma.subnet.interval=500ms",
                "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn");
    }

    private static void watch(ConfigurableApplicationContext monitor, int port) throws Exception {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(() -> {
            assertThat(query(port, "up == 1")).as("both jobs").hasSize(2);
            assertThat(query(port, "infiniband_switch_info")).hasSize(6);
        });
        Set<String> used = new HashSet<>();
        try (Stream<Path> dashboards = Files.list(DIST.resolve("grafana"))) {
            dashboards.forEach(file -> queries(JSON.readTree(file.toFile())).forEach(query -> addMetrics(query, used)));
        }
        addMetrics(Files.readString(DIST.resolve("prometheus/alerts.yml")), used);
        assertThat(used).hasSizeGreaterThan(20);
        for (String metric : used) {
            assertThat(query(port, metric)).as(metric).isNotEmpty();
        }
        monitor.getBean(EmbeddedFabric.class).nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .skip(3)
                .findFirst()
                .orElseThrow()
                .port(1)
                .count("symbolErrorCounter", 500);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                query(port, "ALERTS{alertname=\"InfinibandSymbolErrors\",alertstate=\"firing\"}"))
                        .hasSize(1));
        assertThat(query(port, "infiniband:utilization:ratio")).isNotEmpty();
    }

    private static void addMetrics(String text, Set<String> metrics) {
        Matcher matcher = METRIC.matcher(text);
        while (matcher.find()) {
            metrics.add(matcher.group());
        }
    }

    private static List<JsonNode> query(int port, String query) throws IOException, InterruptedException {
        URI address = URI.create(
                "http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        String answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
        List<JsonNode> result = new ArrayList<>();
        JSON.readTree(answer).path("data").path("result").forEach(result::add);
        return result;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
