package io.verbena.shell.command.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests counters that the simulator does not have. Port 30 of a leaf has no link and no traffic of its own. */
class PerfqueryTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final int leaf = fabric.lid("leaf0");

    @AfterEach
    void close() {
        fabric.close();
    }

    @ParameterizedTest
    @CsvSource({
        "-X,                   portXmitDataSl,      PortXmitDataSL,             XmtDataSL0",
        "-S,                   portRcvDataSl,       PortRcvDataSL,              RcvDataSL0",
        "-T,                   syncHeaderErrorCounter, PortExtendedSpeedsCounters, SyncHeaderErrorCounter",
        "--swportvlcong,       swPortVlCongestion,  SwPortVLCongestion,         SWPortVLCongestion0",
        "--rcvcc,              portPktRcvFecn,      PortRcvConCtrl,             PortPktRcvFECN",
        "--slrcvfecn,          portSlRcvFecn,       PortSLRcvFECN,              PortSLRcvFECN0",
        "--slrcvbecn,          portSlRcvBecn,       PortSLRcvBECN,              PortSLRcvBECN0",
        "--xmitcc,             portXmitTimeCong,    PortXmitConCtrl,            PortXmitTimeCong",
        "--vlxmittimecc,       portVlXmitTimeCong,  PortVLXmitTimeCong,         PortVLXmitTimeCong0",
    })
    void printsEachCounterGroup(String option, String counter, String title, String label) {
        fabric.node("leaf0").port(30).counter(counter, 42);

        assertThat(fabric.run("perfquery " + option + " " + leaf + " 30").ok().lines())
                .startsWith("# " + title + " counters: Lid " + leaf + " port 30", "PortSelect:......................30")
                .anyMatch(line -> line.matches(label + ":\\.+42"));
    }

    @Test
    void printsLaneErrorsOfTheActiveErrorCorrection() {
        fabric.node("leaf0").port(1).counter("portFecCorrectedSymbolCtr", 9);

        assertThat(fabric.run("perfquery -T " + leaf + " 1").ok().out())
                .contains("PortFECCorrectedSymbolCtr:.......9")
                .doesNotContain("FECUncorrectableBlockCtrLane0");
        assertThat(fabric.run("perfquery -T " + leaf + " 30").ok().out()).contains("FECUncorrectableBlockCtrLane0");
    }

    @Test
    void printsTheSamplesOfAPort() {
        assertThat(fabric.run("perfquery -c " + leaf + " 30").ok().lines())
                .startsWith("# PortSamplesControl: Lid " + leaf + " port 30")
                .anyMatch(line -> line.startsWith("CounterWidth:"))
                .anyMatch(line -> line.startsWith("SampleStatus:"));
    }

    @Test
    void sumsAllPortsOrTheListedOnes() {
        for (int port = 29; port <= 31; port++) {
            fabric.node("leaf0").port(port).counter("symbolErrorCounter", port);
        }

        assertThat(symbolErrors("-a " + leaf)).containsExactly("90");
        assertThat(symbolErrors(leaf + " 255")).containsExactly("90");
        assertThat(symbolErrors("-a " + leaf + " 29,31")).containsExactly("60");
        assertThat(symbolErrors("-a " + leaf + " 29")).containsExactly("29");
        assertThat(symbolErrors("-l " + leaf + " 29-30,31")).containsExactly("29", "30", "31");
        assertThat(symbolErrors("-a -l " + leaf)).hasSize(36).contains("29", "30", "31");
    }

    @Test
    void sumStopsAtTheMaximum() {
        fabric.node("leaf0").port(29).counter("symbolErrorCounter", 65000);
        fabric.node("leaf0").port(30).counter("symbolErrorCounter", 65000);

        assertThat(symbolErrors("-a " + leaf + " 29-30")).containsExactly("65535");
    }

    private Iterable<String> symbolErrors(String arguments) {
        return fabric.run("perfquery " + arguments).ok().lines().stream()
                .filter(line -> line.startsWith("SymbolErrorCounter:"))
                .map(line -> line.replaceFirst(".*\\.", ""))
                .toList();
    }

    @Test
    void printsExtendedErrorCountersIfSupported() {
        fabric.node("leaf0").port(30).counter("symbolErrorCounter", 1L << 40);

        assertThat(fabric.run("perfquery -x " + leaf + " 30").ok().out())
                .contains("# Port extended counters: Lid " + leaf + " port 30 (CapMask: 0x", "1099511627776");
    }

    @Test
    void reportsAndResetsTheCountersOfTheMask() {
        fabric.node("leaf0").port(30).counter("symbolErrorCounter", 7).counter("portXmitData", 8);

        CommandRun dry = fabric.run("perfquery -R --dry-run " + leaf + " 30");
        assertThat(dry.errors()).containsExactly("verbena: would reset PortCounters of port 30 of LID " + leaf);
        assertThat(fabric.node("leaf0").port(30).counter("symbolErrorCounter")).isEqualTo(7);

        CommandRun errors = fabric.run("perfquery -R " + leaf + " 30 0x0fff");
        assertThat(errors.exitCode()).isZero();
        assertThat(errors.out()).isEmpty();
        assertThat(errors.errors()).containsExactly("verbena: will reset PortCounters of port 30 of LID " + leaf);
        assertThat(fabric.node("leaf0").port(30).counter("symbolErrorCounter")).isZero();
        assertThat(fabric.node("leaf0").port(30).counter("portXmitData")).isEqualTo(8);

        CommandRun read = fabric.run("perfquery -r " + leaf + " 30");
        assertThat(read.out()).contains("PortXmitData:....................8");
        assertThat(fabric.node("leaf0").port(30).counter("portXmitData")).isZero();
    }

    @Test
    void resetsAllPortsAtOnce() {
        fabric.node("leaf0").port(30).counter("vl15Dropped", 7);
        fabric.node("leaf0").port(31).counter("portXmitWait", 7);

        assertThat(fabric.run("perfquery -R -a " + leaf).errors())
                .containsExactly("verbena: will reset PortCounters of all ports of LID " + leaf);
        assertThat(fabric.node("leaf0").port(30).counter("vl15Dropped")).isZero();
        assertThat(fabric.node("leaf0").port(31).counter("portXmitWait")).isZero();
    }

    @Test
    void reportsANodeWithoutAnAgent() {
        int lid = fabric.lid("host15");
        assertThat(fabric.run("perfquery " + lid).exitCode()).isZero();
        fabric.node("leaf3").port(6).dropServiceLevel(0);

        assertThat(fabric.run("perfquery -t 20 IbPath[dlid=" + lid + "]")
                        .errors()
                        .get(0))
                .contains("no performance management agent responds at LID " + lid, "timed out");
    }

    @Test
    void printsTheCountersOfAPortAsOneJsonObject() {
        fabric.node("leaf0").port(30).counter("vl15Dropped", 7);

        assertThat(fabric.run("perfquery " + leaf + " 30 --format json")
                        .ok()
                        .json()
                        .at("/readings/0/counters/vl15Dropped")
                        .asInt())
                .isEqualTo(7);
        assertThat(fabric.run("perfquery -l " + leaf + " 30-31 --format csv")
                        .ok()
                        .lines())
                .hasSize(3)
                .first()
                .asString()
                .contains("readings.counters.vl15Dropped");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4 | perfquery LEAF 37         | PORTS: the node has no port 37; its last port is 36",
                "4 | perfquery LEAF 1-37       | PORTS: the node has no port 37; its last port is 36",
                "2 | perfquery LEAF 3-1        | PORTS: '3-1' is not a range: 1 is less than 3",
                "2 | perfquery LEAF x          | PORTS: 'x' is not a number",
                "2 | perfquery LEAF 1,         | PORTS: '' is not a number",
                "2 | perfquery LEAF 300        | PORTS: 300 does not fit in 8 bits",
                "2 | perfquery LEAF 1 0xf      | MASK selects the counters to reset and requires -r or -R",
                "2 | perfquery -R LEAF 1 x     | MASK: 'x' is not a number",
                "2 | perfquery -R LEAF 1 0x100000000 | MASK: 0x100000000 does not fit in 32 bits",
                "2 | perfquery -R -c LEAF 1    | -c shows no counters and cannot be combined with -r or -R",
                "2 | perfquery x               | 'x' is not an address",
                "2 | perfquery LEAF 1 1 1      | unexpected argument: '1'",
                "2 | perfquery -G -L LEAF      | -D, -G and -L are mutually exclusive",
                "4 | perfquery 999             | 999",
            })
    void rejectsInvalidInput(int code, String command, String says) {
        CommandRun run = fabric.run("-t 20 " + command.replace("LEAF", String.valueOf(leaf)));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(says);
    }
}
