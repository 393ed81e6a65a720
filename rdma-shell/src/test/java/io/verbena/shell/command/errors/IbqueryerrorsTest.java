package io.verbena.shell.command.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On 2 spines and 4 leaves with 4 hosts each. */
class IbqueryerrorsTest {
    /** The timeout of one attempt in the test of silent nodes; there are three attempts. */
    private static final Duration TIMEOUT = Duration.ofMillis(300);

    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void countSomeErrors() {
        fabric.node("leaf0").port(1).counter("symbolErrorCounter", 7).counter("portXmitDiscards", 5);
        fabric.node("leaf0").port(1).counter("portInactiveDiscards", 4);
        fabric.node("host5").port(1).counter("portRcvErrors", 3).counter("portMalformedPacketErrors", 2);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void printsCountersAboveTheirThreshold() {
        CommandRun run = fabric.run("ibqueryerrors");

        String leaf = guid("leaf0");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.lines())
                .contains(
                        "Errors for " + leaf + " \"leaf0\"",
                        "   GUID " + leaf + " port ALL: [SymbolErrorCounter == 7] [PortXmitDiscards == 5]",
                        "   GUID " + leaf + " port 1: [SymbolErrorCounter == 7] [PortXmitDiscards == 5]",
                        "Errors for \"host5\"",
                        "## Summary: 22 nodes checked, 2 bad nodes found",
                        "##          232 ports checked, 2 ports have errors beyond threshold",
                        "## Thresholds: ",
                        "## Suppressed:");
    }

    private String guid(String node) {
        return "0x" + Long.toHexString(fabric.node(node).guid().bits());
    }

    @Test
    void printsReasonsAfterTheCounters() {
        assertThat(fabric.run("ibqueryerrors --details").lines())
                .anyMatch(line -> line.endsWith(" port 1: [PortRcvErrors == 3] [PortMalformedPktErrors == 2]"))
                .anyMatch(line -> line.endsWith(" [PortXmitDiscards == 5] [PortInactiveDiscards == 4]"));
    }

    @Test
    void reportsNoErrorsInAHealthySubnet() throws Exception {
        Path thresholds = Files.writeString(
                folder.resolve("thresholds"), "PortRcvErrors=3 # as many\nSymbolErrorCounter = 7\n\n");

        CommandRun run = fabric.run("ibqueryerrors -s PortXmitDiscards --threshold-file " + thresholds);

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.lines())
                .containsExactly(
                        "",
                        "## Summary: 22 nodes checked, 0 bad nodes found",
                        "##          232 ports checked, 0 ports have errors beyond threshold",
                        "## Thresholds: [SymbolErrorCounter = 7][PortRcvErrors = 3]",
                        "## Suppressed: PortXmitDiscards");
    }

    @Test
    void printsTheTransmitWaitOfAdapters() {
        fabric.node("host6").port(1).counter("portXmitWait", 11);

        assertThat(fabric.run("ibqueryerrors --ca").out()).contains("[PortXmitWait == 11]");
    }

    @Test
    void listsANodeWhoseAgentDoesNotRespond() {
        fabric.node("leaf3").port(6).dropServiceLevel(0);

        CommandRun run = fabric.run("ibqueryerrors --skip-sl -t 100");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.errors()).singleElement().asString().contains("cannot read the counters of host15", "timed out");
    }

    @Test
    void timeoutsOfTenUnresponsiveNodesOverlap() {
        Path cache = folder.resolve("cache");
        fabric.run("ibnetdiscover --cache " + cache).ok();
        String command = "ibqueryerrors -t " + TIMEOUT.toMillis() + " --load-cache " + cache;
        fabric.run(command);
        long began = System.nanoTime();
        assertThat(fabric.run(command).exitCode()).isEqualTo(1);
        long usual = System.nanoTime() - began;
        for (int host = 6; host < 16; host++) {
            fabric.node("host" + host).silence();
        }

        began = System.nanoTime();
        CommandRun run = fabric.run(command);
        long took = System.nanoTime() - began;

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.errors()).hasSize(10).allMatch(line -> line.contains("cannot read the counters of host"));
        assertThat(run.out()).contains("2 bad nodes found", "##          10 did not answer");
        assertThat(Duration.ofNanos(took - usual))
                .as("time for ten nodes, 3 attempts each")
                .isLessThan(TIMEOUT.multipliedBy(10 * 3 / 2));
    }

    @Test
    void clearsTheSelectedCounters() {
        fabric.node("leaf0").port(30).counter("portXmitData", 9);
        CommandRun dry = fabric.run("ibqueryerrors -k --dry-run");
        assertThat(dry.errors()).containsExactly("verbena: would clear the counters of errors of 22 nodes");
        assertThat(fabric.node("leaf0").port(1).counter("symbolErrorCounter")).isEqualTo(7);

        CommandRun run = fabric.run("ibqueryerrors -k --details");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.out()).contains("[SymbolErrorCounter == 7]");
        assertThat(fabric.node("leaf0").port(1).counter("symbolErrorCounter")).isZero();
        assertThat(fabric.node("leaf0").port(1).counter("portInactiveDiscards")).isZero();
        assertThat(fabric.node("host5").port(1).counter("portMalformedPacketErrors"))
                .isZero();
        assertThat(fabric.node("leaf0").port(30).counter("portXmitData")).isEqualTo(9);

        fabric.run("ibqueryerrors -K");
        assertThat(fabric.node("leaf0").port(30).counter("portXmitData")).isZero();
        assertThat(fabric.run("ibqueryerrors").exitCode()).isZero();
    }

    @Test
    void checksTheSelectedNodeTypes() {
        assertThat(fabric.run("ibqueryerrors --switch").out()).contains("6 nodes checked, 1 bad", "216 ports");
        assertThat(fabric.run("ibqueryerrors --ca").out()).contains("16 nodes checked, 1 bad", "16 ports");
        assertThat(fabric.run("ibqueryerrors --router").out()).contains("0 nodes checked");
    }

    @Test
    void checksOneNode() {
        String guid = fabric.node("leaf0").guid().toHex();

        assertThat(fabric.run("ibqueryerrors -G " + guid).out()).contains("1 nodes checked, 1 bad");
        assertThat(fabric.run("ibqueryerrors -S " + guid).out()).contains("1 nodes checked, 1 bad");
        assertThat(fabric.run("ibqueryerrors -D 0,1").out()).contains("1 nodes checked, 1 bad");
        assertThat(fabric.run("ibqueryerrors -D 0").out()).contains("1 nodes checked, 0 bad");
    }

    @Test
    void printsTraffic() {
        fabric.node("leaf0").port(30).counter("portXmitData", 256 * 1024);

        assertThat(fabric.run("ibqueryerrors --counters").ok().lines())
                .contains("Data Counters for " + guid("leaf0") + " \"leaf0\"")
                .anyMatch(line ->
                        line.contains(" port 30: [PortXmitData == 262144 (1.000MB)] [PortRcvData == 0 (0.000B)]"));
        assertThat(fabric.run("ibqueryerrors --data").lines())
                .anyMatch(line -> line.contains(" port 1: ") && line.contains(" [PortRcvPkts == "));
    }

    @Test
    void printsEachPortAsAJsonObject() {
        assertThat(fabric.run("ibqueryerrors --format json").json().at("/nodes").findValuesAsString("counter"))
                .contains("SymbolErrorCounter", "PortRcvErrors");
        assertThat(fabric.run("ibqueryerrors --ca --format csv").lines().get(1)).contains("host5", "PortRcvErrors,3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibqueryerrors -s SymbolErrorCountr  | --suppress: 'SymbolErrorCountr' is not an error counter; did you mean SymbolErrorCounter?",
                "4 | ibqueryerrors --threshold-file DIR/none | cannot read the thresholds DIR/none: there is no such file or folder",
                "4 | ibqueryerrors --threshold-file DIR/unknown | line 2 of the thresholds DIR/unknown is 'Foo=2'; unknown counter 'Foo'",
                "4 | ibqueryerrors --threshold-file DIR/text | line 1 of the thresholds DIR/text is 'VL15Dropped=x'; expected NAME=COUNT",
                "4 | ibqueryerrors --threshold-file DIR/cut | line 1 of the thresholds DIR/cut is 'VL15Dropped='; expected NAME=COUNT",
                "2 | ibqueryerrors -G 0x1 -D 0            | -G, -S and -D are mutually exclusive",
                "2 | ibqueryerrors -G 0xzz                | '0xzz' is not a GUID",
                "4 | ibqueryerrors -G 0x99                | the subnet has no port with GUID 0x0000000000000099",
                "2 | ibqueryerrors -D x                   | 'x' is not an address",
                "4 | ibqueryerrors -t 20 -D 0,9           | timed out",
                "4 | ibqueryerrors --load-cache DIR/text  | DIR/text",
                "2 | ibqueryerrors extra                  | unexpected argument: 'extra'",
            })
    void rejectsInvalidInput(int code, String command, String says) throws Exception {
        Files.writeString(folder.resolve("unknown"), "VL15Dropped=1\nFoo=2\n");
        Files.writeString(folder.resolve("text"), "VL15Dropped=x\n");
        Files.writeString(folder.resolve("cut"), "VL15Dropped=");

        CommandRun run = fabric.run(command.replace("DIR", folder.toString()));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(says.replace("DIR", folder.toString()));
    }
}
