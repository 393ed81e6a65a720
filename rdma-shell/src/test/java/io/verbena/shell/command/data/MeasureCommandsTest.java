package io.verbena.shell.command.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** rdma_bw and rdma_lat on the device of an embedded host, and with peers that are none. */
@Timeout(60)
class MeasureCommandsTest {
    private static final String NUMBER = "[0-9]+\\.[0-9]+";

    private final EmbeddedHost fabric = new EmbeddedHost("two-node");

    @AfterEach
    void close() {
        fabric.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--op write",
                "--op read",
                "--op send",
                "--op write -b",
                "--op read -b",
                "--op send -b",
                "--op fetch-add",
                "--op compare-swap -b",
                "--op send -c UC",
                "--op write -c UC",
                "--op send -c UD",
                "--op send --events",
                "--op write --events -t 1 -l 1",
                "--op write -e 3 -s 1000",
                "--op send -I 64 -s 64",
                "--op write -m 256 -S 1 -t 7 -l 100",
                "-R --op read 10.0.0.1",
                "-R --op send -b 10.0.0.1",
                "--op write -D 50ms",
                "--op send -b -D 50ms",
                "--op write --warm-up 0",
                "--op write -q 3 -n 100",
                "--op send -q 3 -n 100 -c UD",
                "--op send -q 3 -n 100 --events",
                "-R --op send -q 3 -n 100 10.0.0.1",
                "--op read -q 3 -D 50ms",
            })
    void bandwidthOfEveryOperation(String options) {
        String count = options.contains("-D") || options.contains("-n") ? " " : " -n 300 ";
        JsonNode report = fabric.run("rdma_bw --loopback --format json" + count + options)
                .ok()
                .json();
        JsonNode result = report.get("results").get(0);

        assertThat(report.get("results")).hasSize(1);
        assertThat(report.get("bidirectional").asBoolean()).isEqualTo(options.contains("-b"));
        if (!options.contains("-D")) {
            assertThat(result.get("messages").asInt()).isEqualTo(options.contains("-b") ? 600 : 300);
        }
        assertThat(result.get("bytesPerSecond").asDouble()).isPositive();
        assertThat(result.get("peakBytesPerSecond").asDouble())
                .isGreaterThanOrEqualTo(result.get("bytesPerSecond").asDouble() - 1);
        assertThat(result.get("lost").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--op write",
                "--op read",
                "--op send",
                "--op fetch-add",
                "--op compare-swap",
                "--op send -c UC",
                "--op write -c UC",
                "--op send -c UD",
                "--op send -e",
                "--op read -e",
                "--op write -I 64",
                "-R --op send 10.0.0.1",
                "--op write -q 3",
                "--op send -q 3",
                "--op read -q 3 -e",
                "-R --op write -q 3 10.0.0.1",
            })
    void latencyOfEveryOperation(String options) {
        JsonNode report = fabric.run("rdma_lat --loopback --format json -n 400 --histogram " + options)
                .ok()
                .json();
        JsonNode result = report.get("results").get(0);

        assertThat(result.get("messages").asInt()).isEqualTo(400);
        assertThat(IntStream.range(0, result.get("histogram").size())
                        .map(i -> result.get("histogram").get(i).get("messages").asInt())
                        .sum())
                .isEqualTo(400);
        assertThat(result.get("leastNanos").asLong()).isPositive();
        assertThat(new long[] {
                    result.get("leastNanos").asLong(),
                    result.get("medianNanos").asLong(),
                    result.get("p90Nanos").asLong(),
                    result.get("p99Nanos").asLong(),
                    result.get("p999Nanos").asLong(),
                    result.get("mostNanos").asLong()
                })
                .isSorted();
    }

    @Test
    void eachQueuePairHasItsOwnRequestsInFlight() {
        JsonNode report = fabric.run("rdma_bw --loopback --format json -b -q 5 -t 4 -n 30")
                .ok()
                .json();

        assertThat(report.get("queuePairs").asInt()).isEqualTo(5);
        assertThat(report.get("results").get(0).get("messages").asInt()).isEqualTo(2 * 5 * 30);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-q 0           | --qp: 0 is out of range; expected 1 to 1024",
                "-q 1025        | --qp: 1025 is out of range; expected 1 to 1024",
                "-q 300 -t 128  | --qp: 300 queue pairs with 128 requests each (--tx-depth) make 38400 requests, and"
                        + " there are at most 32768; reduce one",
            })
    void rejectsMoreQueuePairsThanSupported(String options, String why) {
        CommandRun run = fabric.run("rdma_bw --loopback " + options);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }

    @Test
    void textHasTheColumnsOfPerftest() {
        assertThat(fabric.run("rdma_bw --loopback -n 100 -s 2,4096 -b").ok().lines())
                .element(1)
                .asString()
                .startsWith(" write BW, bidirectional   device: emb0   connection: RC by TCP   tx depth: 128");
        assertThat(fabric.run("rdma_bw --loopback -n 100 -s 2,4096").ok().lines())
                .anyMatch(line ->
                        line.matches(" #bytes +#iterations +BW peak\\[MiB/sec] +BW average\\[MiB/sec] +MsgRate.*"))
                .anyMatch(line -> line.matches(" 2 +100 +" + NUMBER + " +" + NUMBER + " +" + NUMBER))
                .anyMatch(line -> line.matches(" 4096 +100 +" + NUMBER + " +" + NUMBER + " +" + NUMBER));
        assertThat(fabric.run("rdma_lat --loopback -n 100 -s 2").ok().lines())
                .anyMatch(line -> line.startsWith(" #bytes  #iterations  t_min[usec]  t_max[usec]  t_typical[usec]"))
                .anyMatch(line -> line.matches(" 2 +100( +" + NUMBER + "){8}"));
        assertThat(fabric.run("rdma_lat --loopback -n 100 -H").ok().out())
                .contains(" up to[usec]  #messages of 2 bytes");
    }

    @Test
    void allSizesArePowersOfTwo() {
        JsonNode report = fabric.run("rdma_lat --loopback --format json -n 1 --warm-up 0 --op read -a")
                .ok()
                .json();

        assertThat(report.get("results")).hasSize(23);
        assertThat(report.get("results").get(22).get("size").asInt()).isEqualTo(8388608);
    }

    @Test
    void structuredFormatsHaveARowForEachSize() {
        assertThat(fabric.run("rdma_bw --loopback -n 10 -s 1,2 --format csv")
                        .ok()
                        .lines())
                .hasSize(3)
                .first()
                .asString()
                .startsWith(
                        "quantity,operation,service,connectionManager,bidirectional,device,depth,queuePairs,results.size");
        assertThat(fabric.run("rdma_lat --loopback -n 10 --format yaml").ok().out())
                .contains("results:", "medianNanos: ");
    }

    @Test
    void clientAndServerPrintTheSameResults() throws Exception {
        int port = freePort();
        CompletableFuture<CommandRun> server =
                CompletableFuture.supplyAsync(() -> fabric.run("rdma_bw --format json -p " + port));
        CommandRun client = callWhenItListens("rdma_bw --format json --op send -n 200 -p " + port + " 127.0.0.1");

        CommandRun served = server.get(20, TimeUnit.SECONDS);
        assertThat(client.ok().json()).isEqualTo(served.ok().json());
        assertThat(client.json().get("results").get(0).get("messages").asInt()).isEqualTo(200);
    }

    @Test
    void reportsAServerOfAnotherMeasurement() throws Exception {
        int port = freePort();
        CompletableFuture<CommandRun> server =
                CompletableFuture.supplyAsync(() -> fabric.run("rdma_lat --format json -p " + port));
        CommandRun client = callWhenItListens("rdma_bw -p " + port + " 127.0.0.1");

        assertThat(client.exitCode()).isEqualTo(4);
        assertThat(client.err())
                .contains("measures BANDWIDTH, but this side measures LATENCY")
                .hasLineCount(1);
        assertThat(server.get(20, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
    }

    @Test
    void refusalOfTheServerReachesTheClient() throws Exception {
        int port = freePort();
        CompletableFuture<CommandRun> server =
                CompletableFuture.supplyAsync(() -> fabric.run("rdma_lat -e --format json -p " + port));
        CommandRun client = callWhenItListens("rdma_lat -p " + port + " 127.0.0.1");

        assertThat(client.exitCode()).isEqualTo(4);
        assertThat(client.err())
                .contains(" failed: ", "can only be measured by polling")
                .hasLineCount(1);
        assertThat(server.get(20, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
    }

    /** Another program, a later version, a plan without sense, half a note, and nothing at all. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "474554202f20485454502f312e310d0a | cannot read a note of",
                "564d535209010000                 | the peer uses version 9 of the protocol",
                "564d5352010100020909             | received a body of 2 bytes instead of 27",
                "564d535201050000                 | sent \"ready\" instead of \"plan\"",
                "564d5352                         | ended after 4 of 8 bytes",
                "''                               | ended after 0 of 8 bytes",
            })
    void reportsAClientThatIsNotVerbena(String hex, String why) throws Exception {
        int port = freePort();
        CompletableFuture<CommandRun> server =
                CompletableFuture.supplyAsync(() -> fabric.run("rdma_bw --format json -p " + port));
        try (Socket peer = connected(port)) {
            peer.getOutputStream().write(HexFormat.of().parseHex(hex));
            peer.shutdownOutput();

            CommandRun run = server.get(20, TimeUnit.SECONDS);
            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.err()).startsWith("verbena: ").contains(why).hasLineCount(1);
        }
    }

    @Test
    void reportsAServerThatIsNotVerbena() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> other = CompletableFuture.runAsync(() -> greet(socket));
            CommandRun run = fabric.run("rdma_lat -p " + socket.getLocalPort() + " 127.0.0.1");

            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.err()).contains("the peer is another program").hasLineCount(1);
            other.get(20, TimeUnit.SECONDS);
        }
    }

    private static void greet(ServerSocket socket) {
        try (Socket peer = socket.accept()) {
            peer.getOutputStream().write("SSH-2.0-OpenSSH_9.2\r\n".getBytes(ISO_8859_1));
            // The client says what it wants, and a last word; what it has not read then resets the connection.
            peer.getInputStream().readNBytes(8);
            Thread.sleep(200);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void unresponsivePeerCausesATimeout() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = fabric.run("rdma_bw --timeout 200ms -p " + socket.getLocalPort() + " 127.0.0.1");

            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.err()).contains("said 0 of 8 bytes within 200 ms").hasLineCount(1);
        }
        CommandRun nobody = fabric.run("rdma_bw -p " + freePort() + " 127.0.0.1");
        assertThat(nobody.exitCode()).isEqualTo(4);
        assertThat(nobody.err()).contains("no program listens at ").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | rdma_bw -p 0               | --port: 0 is not a TCP port; expected 1 to 65535",
                "2 | rdma_bw --op push          | --op: 'push' is invalid; expected one of send, write, read,"
                        + " fetch-add, compare-swap",
                "2 | rdma_bw -c XRC             | --connection: 'XRC' is invalid; expected one of RC, UC, UD",
                "2 | rdma_bw -c UD              | service UD does not support write; RC supports all operations, UC"
                        + " send and write, UD send",
                "2 | rdma_lat -c UC --op read   | service UC does not support read; RC supports all operations",
                "2 | rdma_bw -R -c UC           | queue pairs of service UC are connected over the side channel",
                "2 | rdma_bw -s 0               | --size: 0 is out of range; expected 1 to 67108864",
                "2 | rdma_bw -s 2,x             | Invalid value for option '--size'",
                "2 | rdma_bw -s 2 -a            | --all and --size are mutually exclusive",
                "2 | rdma_bw --op fetch-add -s 4 | --size: the size of a fetch-add is always 8 bytes, not 4; remove"
                        + " --size",
                "2 | rdma_bw -n 0               | --iters: 0 is out of range; expected 1 to 2147483647",
                "2 | rdma_bw -n 5 -D 5          | --duration and --iters are mutually exclusive",
                "2 | rdma_bw -D 0               | --duration: '0' is out of range; expected more than 0 and up to one"
                        + " hour",
                "2 | rdma_bw -D x               | --duration: 'x' is not a duration",
                "2 | rdma_bw -D 4000            | --duration: '4000' is out of range; expected more than 0 and up to"
                        + " one hour",
                "2 | rdma_bw -t 0               | --tx-depth: 0 is out of range; expected 1 to 32768",
                "2 | rdma_bw -l 0               | --post_list: 0 is out of range; expected 1 to 32768",
                "2 | rdma_bw -e 65              | --num-sge: 65 is out of range; expected 1 to 64",
                "2 | rdma_bw -e 2 -I 8          | --num-sge: a message with several scatter/gather entries cannot be"
                        + " sent inline (--inline_size); remove one",
                "2 | rdma_bw -I 5000            | --inline_size: 5000 is out of range; expected 0 to 4096",
                "2 | rdma_bw -m 1000            | --mtu: '1000' is invalid; expected one of 256, 512, 1024, 2048, 4096",
                "2 | rdma_bw -S 16              | --sl: 16 is out of range; expected 0 to 15",
                "2 | rdma_bw -x 256             | --gid-index: 256 is out of range; expected -1 to 255",
                "2 | rdma_bw --warm-up -1       | --warm-up: -1 is out of range; expected 0 to 2147483647",
                "2 | rdma_bw -i 1 -P 1          | --ib-port and --Port are mutually exclusive",
                "4 | rdma_bw -d nope            | no device is called 'nope'; this host has emb0",
                "4 | rdma_bw -P 9               | device emb0 has no port 9; it has port 1",
                "2 | rdma_bw --timeout soon    | --timeout: 'soon' is not a duration",
                "2 | rdma_bw --loopback -R      | --loopback with --rdma_cm requires HOST, an address of this host",
                "2 | rdma_lat --loopback -e     | the latency of writes can only be measured by polling",
                "2 | rdma_bw --loopback --op send -c UD -s 8192 | a datagram of 8192 bytes is larger than the MTU of"
                        + " emb0/1",
                "4 | rdma_bw --loopback -x 200  | ibv_query_gid_ex(emb0) failed: invalid argument (EINVAL)",
                "4 | rdma_bw --loopback -R --timeout 500ms 10.0.0.77 | cannot reach 10.0.0.77",
            })
    void rejectsInvalidInputInOneLine(int exitCode, String command, String message) {
        CommandRun run = fabric.run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(message);
    }

    private CommandRun callWhenItListens(String line) throws InterruptedException {
        CommandRun run = fabric.run(line);
        for (int tries = 0; tries < 1000 && run.err().contains("no program listens"); tries++) {
            Thread.sleep(20);
            run = fabric.run(line);
        }
        return run;
    }

    private static Socket connected(int port) throws Exception {
        for (int tries = 0; tries < 1000; tries++) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException e) {
                Thread.sleep(20);
            }
        }
        throw new AssertionError("no server listens at port " + port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
