package io.verbena.monitor.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.NodeType;
import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.alarm.AlarmBook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class AlarmNotifierTest {
    private static final Path ALERTMANAGER = Path.of("/usr/bin/prometheus-alertmanager");

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

    private static void provoke(ConfigurableApplicationContext context) {
        AlarmBook book = context.getBean(AlarmBook.class);
        EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            fabric.nodes().stream()
                    .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                    .findFirst()
                    .orElseThrow()
                    .port(1)
                    .count("portRcvErrors", 20);
            return !book.active().isEmpty();
        });
    }

    @Test
    void sendsAlarmsToAWebhookAndByMail() throws IOException {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try (MailSink mail = new MailSink();
                ConfigurableApplicationContext context = start(
                        "--monitor.notify.webhook=http://localhost:"
                                + server.getAddress().getPort() + "/alarms",
                        "--monitor.notify.mail-to=ops@example.org",
                        "--monitor.notify.mail-severity=minor",
                        "--spring.mail.host=127.0.0.1",
                        "--spring.mail.port=" + mail.port())) {
            provoke(context);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(bodies)
                            .anySatisfy(body ->
                                    assertThat(body).contains("\"rule\":\"port-errors\"", "\"state\":\"raised\"")));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(mail.lines())
                            .anySatisfy(line -> assertThat(line).startsWith("Subject: [raised] port-errors: ")));
        } finally {
            server.stop(0);
        }
    }

    static boolean isAlertmanagerInstalled() {
        return Files.isExecutable(ALERTMANAGER);
    }

    @Test
    @EnabledIf(value = "isAlertmanagerInstalled", disabledReason = "not installed: prometheus-alertmanager")
    void sendsAlarmsToAlertmanager(@TempDir Path directory) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path configuration = Files.writeString(
                directory.resolve("alertmanager.yml"), "route: {receiver: none}\nreceivers: [{name: none}]\n");
        Process alertmanager = new ProcessBuilder(
                        ALERTMANAGER.toString(),
                        "--config.file=" + configuration,
                        "--storage.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String base = "http://127.0.0.1:" + port;
        try (ConfigurableApplicationContext context = start("--monitor.notify.alertmanager=" + base)) {
            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> !get(base + "/-/ready").isEmpty());
            provoke(context);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(get(base + "/api/v2/alerts")).contains("port-errors", "active"));
        } finally {
            alertmanager.destroy();
            assertThat(alertmanager.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String get(String address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                .body();
    }
}
