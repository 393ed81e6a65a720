package io.verbena.shell.command.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Counters that are shown, watched and cleared, on 2 spines and 4 leaves with 4 hosts each. */
class CounterCommandsTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final int leaf = fabric.lid("leaf0");

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        fabric.close();
    }

    private void count() {
        fabric.node("leaf0").port(30).counter("symbolErrorCounter", 7).counter("portXmitData", 9);
    }

    private long errors() {
        return fabric.node("leaf0").port(30).counter("symbolErrorCounter");
    }

    private long traffic() {
        return fabric.node("leaf0").port(30).counter("portXmitData");
    }

    // ---- clearing

    @ParameterizedTest
    @ValueSource(strings = {"", "FILE"})
    void clearsErrorCountersOnly(String file) {
        count();

        CommandRun run = fabric.run(("ibclearerrors " + filled(file)).strip());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.errors()).containsExactly("verbena: will clear the counters of errors of 22 nodes");
        assertThat(run.lines()).containsExactly("## Summary: 22 nodes cleared 0 errors");
        assertThat(errors()).isZero();
        assertThat(traffic()).isEqualTo(9);
    }

    @Test
    void clearsAllCounters() {
        count();

        CommandRun run = fabric.run("ibclearcounters");

        assertThat(run.errors()).containsExactly("verbena: will clear the counters of errors and traffic of 22 nodes");
        assertThat(run.exitCode()).isZero();
        assertThat(errors()).isZero();
        assertThat(traffic()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ibclearerrors", "ibclearcounters"})
    void dryRunChangesNothing(String command) {
        count();

        CommandRun run = fabric.run(command + " --dry-run");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("verbena: would clear the counters of errors");
        assertThat(errors()).isEqualTo(7);
        assertThat(traffic()).isEqualTo(9);
        assertThat(fabric.run(command + " --dry-run --format json")
                        .json()
                        .get("dryRun")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void listsANodeWhoseCountersWereNotCleared() {
        String file = filled("FILE");
        fabric.node("host5").silence();

        CommandRun run = fabric.run("ibclearerrors " + file);

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.lines()).containsExactly("## Summary: 22 nodes cleared 1 errors");
        assertThat(run.err()).contains("host5");
    }

    // ---- traffic

    @Test
    void printsTheTrafficOfAPort() {
        count();

        assertThat(fabric.run("ibdatacounts " + leaf + " 30").ok().lines())
                .startsWith(
                        "# Data counters: lid " + leaf + " (leaf0) port 30",
                        "PortXmitData:....................9",
                        "PortRcvData:.....................0");
        assertThat(fabric.run("ibdatacounts -b " + leaf + " 30").ok().lines())
                .singleElement()
                .asString()
                .startsWith("lid " + leaf + " (leaf0) port 30: [PortXmitData == 9] [PortRcvData == 0]");
    }

    @Test
    void printsTheTrafficOfANode() {
        count();
        JsonNode sum = fabric.run("ibdatacounts --format json " + leaf).ok().json();

        assertThat(sum.at("/0/port").asInt()).isEqualTo(255);
        assertThat(sum.at("/0/counts/0/value").asLong()).isGreaterThanOrEqualTo(9);
        assertThat(fabric.run("ibdatacounts " + leaf).ok().out()).contains("(leaf0) port all");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "FILE"})
    void printsTheTrafficOfAllPorts(String file) {
        count();

        CommandRun run =
                fabric.run(("ibdatacounters -b " + filled(file)).strip()).ok();

        assertThat(run.lines())
                .hasSize(232)
                .anyMatch(line -> line.startsWith("lid " + leaf + " (leaf0) port 30: [PortXmitData == 9]"));
        assertThat(fabric.run("ibdatacounters --format csv").ok().lines()).hasSizeGreaterThan(4 * 232);
    }

    // ---- watching

    @Test
    void printsTheRatesOfAPort() {
        int ours = fabric.node("host0").port(1).peer().orElseThrow().number();
        JsonNode polls = fabric.run("ibswportwatch -p 1ms -n 2 --format json " + leaf + " " + ours)
                .ok()
                .json();

        assertThat(polls).hasSize(2);
        JsonNode packets = polls.get(1)
                .get("rates")
                .valueStream()
                .filter(rate -> rate.get("counter").asString().equals("PortXmitPkts"))
                .findFirst()
                .orElseThrow();
        assertThat(packets.get("change").asLong())
                .as("the requests come in by this port, and the answers leave by it")
                .isPositive();
        assertThat(packets.get("perSecond").asDouble()).isPositive();
    }

    @Test
    void printsUnchangedCountersOnlyOnRequest() {
        assertThat(fabric.run("ibswportwatch -p 0 -n 1 " + leaf + " 30").ok().lines())
                .singleElement()
                .asString()
                .matches("Changes in [0-9.]+ s:");
        assertThat(fabric.run("ibswportwatch.pl -v -p 0 -n 1 " + leaf + " 30")
                        .ok()
                        .lines())
                .contains("   SymbolErrorCounter: 0 (+0, 0.00/s)");
        assertThat(fabric.run("ibswportwatch -b -v -p 0 -n 1 " + leaf + " 30")
                        .ok()
                        .lines())
                .contains("   PortXmitData: 0.00 bytes/second", "   PortRcvPkts: 0.00 packets/second")
                .noneMatch(line -> line.contains("Symbol"));
    }

    @Test
    void printsTheRatesOfAllPorts() {
        assertThat(fabric.run("ibswportwatch -p 0 -n 1 --format json " + leaf + " 255")
                        .ok()
                        .json()
                        .at("/0/port")
                        .asInt())
                .isEqualTo(255);
    }

    @Test
    @Timeout(10)
    void runsUntilItIsInterrupted() throws Exception {
        FutureTask<CommandRun> watch = new FutureTask<>(() -> fabric.run("ibswportwatch -p 60 " + leaf + " 1"));
        Thread watcher = startToWait(watch);

        watcher.interrupt();

        assertThat(watch.get().exitCode()).as(watch.get().err()).isZero();
    }

    @Test
    @Timeout(60)
    void continuesAfterAnUnansweredPoll() throws Exception {
        int host = fabric.lid("host5");
        FutureTask<CommandRun> watch =
                new FutureTask<>(() -> fabric.run("ibswportwatch -p 500ms -n 2 -t 20 " + host + " 1"));
        startToWait(watch);

        fabric.node("host5").silence();

        assertThat(watch.get().exitCode()).as(watch.get().out()).isEqualTo(1);
        assertThat(watch.get().errors()).hasSize(2);
        assertThat(watch.get().err()).contains("poll 1 is lost: ", "poll 2 is lost: ", "timed out");
    }

    /** Until it waits for its first poll. */
    private static Thread startToWait(FutureTask<CommandRun> watch) throws InterruptedException {
        Thread watcher = new Thread(watch);
        watcher.start();
        while (!watch.isDone() && !Arrays.toString(watcher.getStackTrace()).contains("Interrupts.pause")) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return watcher;
    }

    // ---- bad input

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibclearerrors a b            | unexpected argument: 'b'",
                "4 | ibclearerrors /none          | /none: there is no such file or folder",
                "4 | ibclearcounters DIR/text     | DIR/text:1: expected",
                "2 | ibclearcounters --load-cache DIR/text DIR/text | --load-cache and FILE are mutually exclusive",
                "2 | ibclearcounters --cached     | --cached: a command that changes the fabric always reads the subnet first",
                "2 | ibdatacounters a b           | unexpected argument: 'b'",
                "4 | ibdatacounters /none         | /none: there is no such file or folder",
                "2 | ibdatacounts                 | ADDRESS",
                "2 | ibdatacounts x               | 'x' is not an address",
                "2 | ibdatacounts 1 x             | PORT: 'x' is not a number",
                "2 | ibdatacounts 1 2 3           | unexpected argument: '3'",
                "4 | ibdatacounts LEAF 99         | cannot read the traffic of LEAF: the node has no port 99; its last port is 36",
                "4 | ibdatacounts -t 5 4000       | cannot read the traffic of 4000",
                "2 | ibswportwatch                | ADDRESS",
                "2 | ibswportwatch 1              | PORT",
                "2 | ibswportwatch 1 2 3          | unexpected argument: '3'",
                "2 | ibswportwatch x 1            | 'x' is not an address",
                "2 | ibswportwatch -n 0 1 1       | --cycles: 0 is out of range; expected at least 1, or -1 for no limit",
                "2 | ibswportwatch -n x 1 1       | 'x'",
                "2 | ibswportwatch -p x 1 1       | --pause: 'x' is not a duration",
                "2 | ibswportwatch -p 99999 1 1   | --pause: 99999 does not fit in 16 bits",
                "2 | ibswportwatch --format json 1 1 | --format json prints all polls at the end; limit their number with -n",
                "4 | ibswportwatch -n 1 LEAF 99   | cannot watch port 99 of LEAF: the node has no port 99; its last port is 36",
                "4 | ibswportwatch -n 1 -t 5 4000 1 | cannot watch port 1 of 4000",
            })
    void reportsInvalidInputInOneLine(int code, String command, String says) throws Exception {
        Files.writeString(folder.resolve("text"), "no topology\n");

        CommandRun run = fabric.run(filled(command));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(filled(says));
    }

    private String filled(String text) {
        if (text.contains("FILE") && !text.contains("and FILE")) {
            Path file = folder.resolve("fabric.topo");
            fabric.run("ibnetdiscover " + file).ok();
            return text.replace("FILE", file.toString());
        }
        return text.replace("LEAF", String.valueOf(leaf)).replace("DIR", folder.toString());
    }
}
