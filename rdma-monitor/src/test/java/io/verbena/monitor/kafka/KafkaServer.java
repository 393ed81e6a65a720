package io.verbena.monitor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/** A broker with its controller in a process of its own, on a directory that outlives it. */
final class KafkaServer implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);

    private final Path settings;
    private final Path log;
    private final int port;
    private Process process;

    private KafkaServer(Path settings, Path log, int port, Process process) {
        this.settings = settings;
        this.log = log;
        this.port = port;
        this.process = process;
    }

    static KafkaServer start(Path directory) throws IOException, InterruptedException {
        int port = freePort();
        int controller = freePort();
        Path settings = directory.resolve("server.properties");
        Path log = directory.resolve("server.log");
        Files.write(
                settings,
                List.of(
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@127.0.0.1:" + controller,
                        "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                        "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
                        "controller.listener.names=CONTROLLER",
                        "log.dirs=" + directory.resolve("data"),
                        "message.max.bytes=20000000",
                        "auto.create.topics.enable=false",
                        "group.initial.rebalance.delay.ms=0",
                        "offsets.topic.replication.factor=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "share.coordinator.state.topic.replication.factor=1",
                        "share.coordinator.state.topic.min.isr=1"));
        Process format = run(
                log,
                "kafka.tools.StorageTool",
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                settings.toString());
        assertThat(format.waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(format.exitValue()).as("formatting; see %s", log).isZero();
        KafkaServer server = new KafkaServer(settings, log, port, run(log, "kafka.Kafka", settings.toString()));
        server.awaitListening();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process run(Path log, String... arguments) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx256m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path")),
                        Stream.of(arguments))
                .toList();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private void awaitListening() {
        await().atMost(START).ignoreExceptions().untilAsserted(() -> {
            assertThat(process.isAlive()).as("the broker; see %s", log).isTrue();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            }
        });
    }

    /** Returns the property with the address. */
    String property() {
        return "spring.kafka.bootstrap-servers=" + address();
    }

    /** Returns the address. */
    String address() {
        return "127.0.0.1:" + port;
    }

    /** Kills the broker. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Starts the broker again on its directory and its address. */
    void restart() throws IOException {
        process = run(log, "kafka.Kafka", settings.toString());
        awaitListening();
    }

    @Override
    public void close() {
        kill();
    }
}
