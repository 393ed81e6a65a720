package io.verbena.shell.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.diag.PingClient;
import io.verbena.diag.PingServer;
import io.verbena.diag.SystemStatusClient;
import io.verbena.diag.SystemStatusServer;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A host of the fabric serves others; it is LID 8, behind port 4 of the first leaf. */
class HostCommandsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final MadOptions NO_RETRIES =
            MadOptions.DEFAULTS.withTimeout(LIMIT).withRetries(0);

    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final Rdma other = fabric.seenBy("host1");
    private final MadTransactor mad = other.mad(other.defaultEndPort());
    private PingServer ping;
    private SystemStatusServer status;

    @BeforeEach
    void serve() {
        ping = PingServer.open(mad, "host1.example");
        status = SystemStatusServer.open(mad);
    }

    @AfterEach
    void close() {
        ping.close();
        status.close();
        mad.close();
        other.close();
        fabric.close();
    }

    @ParameterizedTest
    @CsvSource({"8", "0x0008f10000000011", "'0,1,4'"})
    void pingsAHost(String address) {
        CommandRun run = fabric.run("ibping -f -c 3 " + address).ok();

        assertThat(run.lines())
                .hasSize(4)
                .contains("--- host1.example (Lid 8) ibping statistics ---")
                .anyMatch(line -> line.startsWith("3 packets transmitted, 3 received, 0% packet loss, time "));
    }

    @Test
    void printsEveryResponse() {
        assertThat(fabric.run("ibping -c 1 8").ok().lines())
                .first()
                .asString()
                .matches("Pong from host1\\.example \\(Lid 8\\): time \\d+\\.\\d{3} ms");
    }

    @Test
    void exitCodeReportsLostPings() {
        CommandRun run = fabric.run("ibping -t 5 -f -c 2 9");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("2 packets transmitted, 0 received, 100% packet loss");
        assertThat(run.errors()).hasSize(2).allMatch(line -> line.startsWith("verbena: ping "));
    }

    @Test
    void printsTheStatisticsAsJson() {
        JsonNode json = fabric.run("--format json ibping -f -c 2 8").ok().json();

        assertThat(json.propertyNames())
                .containsExactly(
                        "host",
                        "path",
                        "sent",
                        "received",
                        "elapsedMillis",
                        "fastestNanos",
                        "meanNanos",
                        "slowestNanos");
        assertThat(json.get("received").asInt()).isEqualTo(2);
    }

    @Test
    void getsNoResponseInTheClassOfAnotherVendor() {
        assertThat(fabric.run("ibping -t 5 -f -c 1 -o 0x123456 8").exitCode()).isEqualTo(1);
    }

    @Test
    void queriesTheSystemStatusOfAHost() {
        assertThat(fabric.run("ibsysstat 8").ok().lines()).containsExactly("sysstat ping succeeded");
        assertThat(fabric.run("ibsysstat 8 host").ok().lines()).hasSize(1);
        assertThat(fabric.run("ibsysstat 8 cpu").ok().lines()).allMatch(line -> line.startsWith("cpu "));
        assertThat(fabric.run("--format json ibsysstat 8 host")
                        .ok()
                        .json()
                        .get("host")
                        .asString())
                .isNotEmpty();
    }

    @Test
    void ibpingServerPrintsTheNumberOfPingsAnsweredWhenInterrupted() throws Exception {
        assertThat(servedUntilInterrupted(
                        "ibping -S -o 0x1234", (client, path) -> new PingClient(client, 0x1234).ping(path), 2))
                .isEqualTo("2 pings answered");
    }

    @Test
    void oneAnsweredPingIsNotPrintedAsAPlural() throws Exception {
        assertThat(servedUntilInterrupted(
                        "ibping -S -o 0x1234", (client, path) -> new PingClient(client, 0x1234).ping(path), 1))
                .isEqualTo("1 ping answered");
    }

    @Test
    void ibsysstatServerPrintsTheNumberOfRequestsAnsweredWhenInterrupted() throws Exception {
        assertThat(servedUntilInterrupted(
                        "ibsysstat -S -o 0x1234",
                        (client, path) -> new SystemStatusClient(client, 0x1234).host(path),
                        2))
                .isEqualTo("2 requests answered");
    }

    /**
     * Runs a server command, sends it requests from several clients, and then interrupts it as Ctrl-C does in the console.
     * Returns the last line of its output. The clients do not repeat requests, as the server counts each copy that it answers.
     */
    private String servedUntilInterrupted(String command, BiConsumer<MadTransactor, IbPath> request, int clients)
            throws Exception {
        StringWriter log = new StringWriter();
        CompletableFuture<CommandRun> run = new CompletableFuture<>();
        Thread server = new Thread(() -> run.complete(fabric.run(command, log)));
        server.start();
        awaitLog(log, "press Ctrl-C to stop", run);
        IbPath path = IbPath.to(fabric.endPort().attributes().lid());
        for (int i = 0; i < clients; i++) {
            try (Rdma host = fabric.seenBy("host" + (1 + i));
                    MadTransactor client = host.mad(host.defaultEndPort(), NO_RETRIES)) {
                request.accept(client, path);
            }
        }
        server.interrupt();
        CommandRun served = run.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

        assertThat(served.exitCode()).isZero();
        assertThat(served.err()).matches("verbena: responding to [a-z]+ at LID 7 of emb0/1; press Ctrl-C to stop\n");
        return served.out().strip();
    }

    private static void awaitLog(StringWriter log, String text, CompletableFuture<CommandRun> run)
            throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!log.toString().contains(text)) {
            assertThat(run).as("the server").isNotDone();
            assertThat(System.nanoTime() - deadline).as(log.toString()).isNegative();
            Thread.sleep(5);
        }
    }

    @Test
    void failsWithoutAServer() {
        CommandRun run = fabric.run("ibsysstat -t 5 9");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).startsWith("verbena: cannot query the system status of 9: vendor class 0x33");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibping                 | missing address; to run the server, give -S",
                "2 | ibping -S 8            | -S takes no address: a server responds to all hosts",
                "2 | ibping -c -1 8         | --count: -1 is out of range; expected at least 1",
                "2 | ibping -o 0x1000000 8  | --oui: 0x1000000 does not fit in 24 bits",
                "2 | ibping foo             | 'foo' is not an address",
                "2 | ibsysstat              | missing address; to run the server, give -S",
                "2 | ibsysstat -S 8         | -S takes no address",
            })
    void rejectsInvalidInputInOneLine(int exitCode, String command, String message) {
        CommandRun run = fabric.run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors())
                .singleElement()
                .asString()
                .startsWith("verbena: ")
                .contains(message);
    }
}
