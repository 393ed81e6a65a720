package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import io.verbena.monitor.MonitorApplication;
import io.verbena.spring.boot.subnet.SubnetService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The whole application over HTTP. */
class MonitorWebTest {
    private static final String[] USERS = {
        "--monitor.security.users[0].name=vera",
        "--monitor.security.users[0].password={noop}see",
        "--monitor.security.users[1].name=otto",
        "--monitor.security.users[1].password={noop}do",
        "--monitor.security.users[1].role=operator"
    };

    private final HttpClient http = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext start(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--rdma.fabric.type=embedded",
                "--rdma.fabric.topology=fat-tree:2,4,4",
                "--rdma.subnet.interval=200ms",
                "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn"));
        all.addAll(List.of(arguments));
        return SpringApplication.run(MonitorApplication.class, all.toArray(String[]::new));
    }

    private static URI uri(ConfigurableApplicationContext context, String path) {
        return URI.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    private HttpResponse<String> get(ConfigurableApplicationContext context, String path, String user)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(context, path))
                .header("Accept", path.equals("/") ? "text/html" : "application/openmetrics-text, application/json");
        return http.send(authorize(request, user).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder authorize(HttpRequest.Builder request, String user) {
        return user.isEmpty()
                ? request
                : request.header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
    }

    private int acknowledge(ConfigurableApplicationContext context, String user, boolean token) throws Exception {
        HttpRequest.Builder request = authorize(
                HttpRequest.newBuilder(uri(context, "/api/alarms/unknown/acknowledge"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"note\": \"\"}")),
                user);
        if (token) {
            request.header("Cookie", "XSRF-TOKEN=abc").header("X-XSRF-TOKEN", "abc");
        }
        return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    @Test
    void servesThePresentAndThePastOfALivingFabric() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            EmbeddedNode host = context.getBean(EmbeddedFabric.class).nodes().stream()
                    .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                    .reduce((first, second) -> second)
                    .orElseThrow();
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() ->
                            assertThat(get(context, "/api/overview", "").body()).contains("\"nodes\":22"));
            host.port(1).count("portRcvErrors", 20);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() ->
                            assertThat(get(context, "/api/overview", "").body()).contains("port-errors"));
            // The overview shows what is in memory; the counters are stored a moment later.
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(get(context, "/api/top?counters=rcv_errors", "")
                                    .body())
                            .contains("\"total\":20"));
            String place = host.guid().toHex() + "/1";
            assertThat(get(context, "/api/ports/" + place + "/history?counters=rcv_errors", "")
                            .body())
                    .contains("\"rcv_errors\":20");
            assertThat(get(context, "/api/ports/" + place + "/ber", "").body())
                    .contains("\"errors\":0", "\"lower\":0.0", "\"secondsToTell\":2904");
            assertThat(get(context, "/api/nodes/" + host.guid().toHex() + "/history?counters=rcv_errors", "")
                            .body())
                    .contains("\"rcv_errors\":20");
            assertThat(get(context, "/api/ports/" + place + "/ber?bitsPerSecond=1e9", "")
                            .body())
                    .contains("\"bitsPerSecond\":1.0E9");
            assertThat(get(context, "/api/alarms/history?object=" + host.guid().toHex(), "")
                            .body())
                    .contains("\"rule\":\"port-errors\"", "\"objectName\":\"" + host.description() + " port 1");
            assertThat(get(context, "/api/alarms/history?object=0x0000000000000001", "")
                            .body())
                    .isEqualTo("[]");
            assertThat(get(context, "/api/events?object=" + place, "").body()).contains("PortRcvErrors");
            assertThat(get(context, "/api/events?object=0x0000000000000001", "").body())
                    .isEqualTo("[]");
            assertThat(get(context, "/api/events?object=leaf0", "").body()).contains("'leaf0' is not an object");
            assertThat(get(context, "/api/overview", "").body()).contains("\"operator\":true");
            String topology = get(context, "/api/topology", "").body();
            assertThat(topology).contains(host.guid().toHex());
            String since = topology.substring("{\"since\":\"".length(), topology.indexOf("Z") + 1);
            assertThat(get(context, "/api/topology?known=" + since, "").statusCode())
                    .isEqualTo(204);
            assertThat(get(context, "/api/topology?known=2026-01-01T00:00:00Z", "")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(context, "/api/ports/" + place + "/history?counters=secret", "")
                            .body())
                    .contains("'secret' is not a counter");
            assertThat(get(context, "/actuator/prometheus", "").body()).contains("verbena_monitor_alarms");
            HttpResponse<String> page = get(context, "/", "");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'self'"));
        }
    }

    @Test
    void withoutUsersItListensOnTheLoopbackAddressOnly() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(get(context, "/api/rules", "").statusCode()).isEqualTo(200);
            assertThat(acknowledge(context, "", true)).isEqualTo(404);
            assertThat(acknowledge(context, "", false))
                    .as("without a CSRF token")
                    .isEqualTo(403);
            int port = uri(context, "/").getPort();
            for (InetAddress address : otherAddresses()) {
                assertThatThrownBy(() -> new Socket(address, port).close()).isInstanceOf(IOException.class);
            }
            assertThat(statusForHost(port, "monitor.example")).isEqualTo(403);
            assertThat(statusForHost(port, "localhost")).isEqualTo(200);
        }
        assertThatThrownBy(() -> start("--server.address=0.0.0.0"))
                .rootCause()
                .hasMessageContaining("server.address is 0.0.0.0, and no users are configured");
    }

    /** Sends the name of a host that a foreign page would send. */
    private static int statusForHost(int port, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("GET /api/rules HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }

    private static List<InetAddress> otherAddresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .toList();
    }

    @Test
    void viewersReadAndOperatorsAcknowledge() throws Exception {
        try (ConfigurableApplicationContext context = start(USERS)) {
            assertThat(get(context, "/api/overview", "").statusCode()).isEqualTo(401);
            assertThat(get(context, "/api/overview", "vera:wrong").statusCode()).isEqualTo(401);
            assertThat(get(context, "/actuator/health", "").statusCode()).isEqualTo(200);
            assertThat(get(context, "/actuator/prometheus", "").statusCode()).isEqualTo(401);
            assertThat(get(context, "/api/overview", "vera:see").body()).contains("\"operator\":false");
            assertThat(get(context, "/api/overview", "otto:do").body()).contains("\"operator\":true");
            assertThat(acknowledge(context, "vera:see", true)).isEqualTo(403);
            assertThat(acknowledge(context, "otto:do", false)).isEqualTo(403);
            assertThat(acknowledge(context, "otto:do", true)).isEqualTo(404);
        }
    }

    @Test
    void nothingOverHttpChangesTheFabric() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(SubnetService.class).isRunning()).isTrue();
            Set<String> changing = context.getBeansOfType(RequestMappingHandlerMapping.class).values().stream()
                    .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                    .filter(mapping -> mapping.getMethodsCondition().getMethods().stream()
                            .anyMatch(method -> method != RequestMethod.GET))
                    .flatMap(mapping -> mapping.getPatternValues().stream())
                    .collect(Collectors.toSet());
            assertThat(changing)
                    .containsExactlyInAnyOrder(
                            "/api/alarms/{id}/acknowledge",
                            "/api/alarms/{id}/clear",
                            "/api/maintenance",
                            "/api/maintenance/{id}");
        }
    }
}
