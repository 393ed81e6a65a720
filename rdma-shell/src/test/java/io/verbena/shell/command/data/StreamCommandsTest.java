package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.Gid;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands over streams between two hosts of an embedded fabric. The suites of testbed/uml test them with C. */
@Timeout(120)
class StreamCommandsTest {
    private final EmbeddedHost near = new EmbeddedHost("fat-tree:2,2,2");
    private final EmbeddedHost far = near.peer("host3");

    @AfterEach
    void close() {
        far.close();
        near.close();
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** Runs a client until the server listens, which takes a moment. */
    private CommandRun repeated(String line) throws InterruptedException {
        CommandRun run = near.run(line);
        for (int i = 0; i < 200 && run.err().contains("refused"); i++) {
            Thread.sleep(20);
            run = near.run(line);
        }
        return run;
    }

    private CommandRun both(String line, String server) throws InterruptedException {
        CompletableFuture<CommandRun> served = CompletableFuture.supplyAsync(() -> far.run(line));
        CommandRun called = repeated(line + " -s " + server);
        served.orTimeout(30, TimeUnit.SECONDS).join().ok();
        return called.ok();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rstream",
                "rstream -T v",
                "rstream -T n -T v",
                "rstream -T a -T v -B 8192",
                "rstream -T b -i 0",
                "rstream -k 1",
                "riostream",
                "riostream -T v"
            })
    void measuresOneTest(String line) throws Exception {
        CommandRun run =
                both(line + " -I 5 -C 20 -S 1500", near.node("host3").address().getHostAddress());

        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0))
                .isEqualTo("name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer");
        assertThat(run.lines().get(1))
                .matches("custom {4}1\\.4k {4}20 {6}5 {7}292k {4} +\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d");
    }

    @ParameterizedTest
    @CsvSource({"rstream -T v, false", "rstream -T a -k 1, true", "riostream -T v, true"})
    void gidsAreAddresses(String command, boolean bound) throws Exception {
        String line = command + " -f gid -I 5 -C 20 -S 1500";
        String there = Gid.linkLocal(near.node("host3").port(1).guid()).toString();
        String here = Gid.linkLocal(near.node("host0").port(1).guid()).toString();
        CompletableFuture<CommandRun> served =
                CompletableFuture.supplyAsync(() -> far.run(bound ? line + " -b " + there : line));

        CommandRun called = repeated(line + " -s " + there + (bound ? " -b " + here : ""));

        assertThat(called.ok().lines()).hasSize(2).last().asString().startsWith("custom");
        assertThat(served.orTimeout(30, TimeUnit.SECONDS).join().ok().lines()).hasSize(2);
    }

    @Test
    void keepAliveNoticesThatThePeerIsLost() {
        InetAddress address = near.node("host3").address();
        try (Rdma rdma = near.seenBy("host3");
                RdmaStreamServer server = rdma.streams().listen(new InetSocketAddress(address, 7471), 1)) {
            CompletableFuture<CommandRun> client =
                    CompletableFuture.supplyAsync(() -> near.run("rstream -k 1 -s " + address.getHostAddress()));
            try (RdmaStream peer = server.accept(Duration.ofSeconds(30)).orElseThrow()) {
                near.node("host3").port(1).down();

                CommandRun run = client.orTimeout(20, TimeUnit.SECONDS).join();

                assertThat(run.exitCode()).isEqualTo(4);
                assertThat(run.err()).contains("the device of the peer does not respond");
                assertThat(peer.isOpen()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rstream -T s -T v", "rstream -T s -T a", "rstream -T f -T n"})
    void measuresTcpSockets(String line) throws Exception {
        assertThat(both(line + " -p 7473 -I 5 -C 20 -S 1500", "127.0.0.1").lines())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3_000_000})
    void copiesAFile(int size, @TempDir Path folder) throws Exception {
        Path source = Files.write(folder.resolve("source"), random(size));
        Path copy = folder.resolve("copy");
        Thread server = new Thread(() -> far.run("rcopy"));
        server.start();
        String to = near.node("host3").address().getHostAddress() + ":";
        try {
            CommandRun run = repeated("rcopy " + source + " " + to + copy).ok();

            assertThat(run.lines().get(0)).isEqualTo("opening...transferring...closing...done");
            assertThat(run.lines().get(1)).startsWith(size + " bytes in ");
            assertThat(copy).hasSameBinaryContentAs(source);
            CommandRun refused = near.run("rcopy " + source + " " + to + folder.resolve("no/copy"));
            assertThat(refused.exitCode()).isEqualTo(4);
            assertThat(refused.err()).contains("the server cannot write " + folder.resolve("no/copy"), "ENOENT");
        } finally {
            server.interrupt();
            server.join(20_000);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rstream -T x         | -T: 'x' is not a test option",
                "riostream -T s       | -T: riostream has no test option s; expected a, b, n or v",
                "rstream -S 0         | -S: 0 is out of range; expected 1 to 1073741824",
                "rstream -B 100       | -B: 100 is out of range; expected 4096 to 1073741824",
                "rstream -k -1        | -k: -1 is out of range; expected 0 to 32767",
                "rstream -k 1 -T s    | a keep-alive of 1 s cannot be set for TCP sockets; leave it out",
                "rstream -i 2000      | -i: 2000 is out of range; expected 0 to 1024",
                "rstream -f gid -s 10.0.0.2 | -s: '10.0.0.2' is not a GID; write it as an IPv6 address",
                "riostream -f gid -b host3 | -b: 'host3' is not a GID; write it as an IPv6 address",
                "rstream -f gid -T s  | -f gid: TCP sockets have no GIDs; choose another format, or no -T s or -T f",
                "riostream -p 0       | -p: 0 is out of range; expected 1 to 65535",
            })
    void rejectsInvalidInput(String line, String message) {
        CommandRun run = near.run(line);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.errors()).singleElement().asString().contains(message);
    }
}
