package io.verbena.samples.fabricmonitor.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Tests pages that do not read, and too many pages. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"rdma.fabric.topology=two-node", "rdma.subnet.interval=1h", "fabric-monitor.max-event-streams=8"})
class EventStreamTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @Autowired
    private EventStream stream;

    @Value("${local.server.port}")
    private int port;

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        await().atMost(SOON).until(() -> {
            stream.send("beat", "");
            return stream.open() == 0;
        });
    }

    private Socket ask() throws IOException {
        Socket socket = new Socket();
        socket.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        sockets.add(socket);
        socket.getOutputStream()
                .write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String until(BufferedReader reader, String start) throws IOException {
        String line = reader.readLine();
        while (line != null && !line.startsWith(start)) {
            line = reader.readLine();
        }
        return String.valueOf(line);
    }

    private static long threads() {
        return Thread.getAllStackTraces().size();
    }

    @Test
    void slowPagesAreClosedWithoutBlockingOthers() throws Exception {
        for (int i = 0; i < 7; i++) {
            until(reader(ask()), "data:");
        }
        BufferedReader honest = reader(ask());
        assertThat(until(honest, "event:")).isEqualTo("event:hello");
        long before = threads();
        String large = "x".repeat(100_000);

        for (int i = 0; i < 200; i++) {
            stream.send("number", i + large);
            assertThat(until(honest, "data:\"")).startsWith("data:\"" + i + "x");
        }

        // Fewer than one for each of the seven pages; the server and the JVM may start some of their own.
        assertThat(threads()).isLessThan(before + 7);
        await().atMost(SOON).until(() -> stream.open() == 1);
    }

    @Test
    void streamsAboveTheMaximumAreRejectedUntilOneIsClosed() throws Exception {
        for (int i = 0; i < 8; i++) {
            assertThat(until(reader(ask()), "HTTP")).contains(" 200");
        }
        assertThat(until(reader(ask()), "HTTP")).contains(" 503");

        sockets.get(0).close();

        await().atMost(SOON).ignoreExceptions().until(() -> {
            stream.send("beat", "");
            return until(reader(ask()), "HTTP").contains(" 200");
        });
    }
}
