package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.diag.PingServer;
import io.verbena.diag.SystemStatusServer;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fabric on which no node carries service level 0, and whose subnet manager is asked with level 1. Host 9 serves others. */
class ServiceLevelsTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final Rdma other = fabric.seenBy("host9");
    private MadTransactor mad;
    private PingServer ping;
    private SystemStatusServer status;

    @BeforeEach
    void dropServiceLevelZero() {
        manageWithLevelOne(fabric.mad());
        mad = other.mad(other.defaultEndPort());
        manageWithLevelOne(mad);
        ping = PingServer.open(mad, "host9.example");
        status = SystemStatusServer.open(mad);
        fabric.embedded().orElseThrow().nodes().forEach(node -> node.dropServiceLevel(0));
    }

    private static void manageWithLevelOne(MadTransactor mad) {
        PortInfo port = PortInfo.LAYOUT
                .copy(mad.subnGet(PortInfo.class, DirectedPath.self()))
                .portState(PortState.NO_CHANGE)
                .portPhysicalState(PortPhysicalState.NO_CHANGE);
        mad.subnSet(port.masterSmSl(1), DirectedPath.self(), 0);
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
    @ValueSource(
            strings = {
                "perfquery LID",
                "perfquery -x LID",
                "perfquery --xmtsl LID",
                "perfquery -R LID",
                "perfquery GUID",
                "ibccquery CongestionInfo LID",
                "ibping -c 1 LID",
                "ibsysstat LID host",
                "query PerformanceGet PortCounters LID portSelect=1",
                "query PerformanceGet PortCounters 0,1 portSelect=1",
                "query PerformanceGet PortCounters portSelect=1",
                "saquery NR",
                "saquery PR",
                "sminfo",
                "smpquery --sa NI LID",
                "ibnetdiscover --discovery sa",
                "iblinkinfo",
            })
    void packetsUseTheServiceLevelOfTheirPath(String command) {
        String line = command.replace("LID", String.valueOf(fabric.lid("host9")))
                .replace("GUID", fabric.node("host9").port(1).guid().toString());

        CommandRun run = fabric.run(line);
        assertThat(run.err()).doesNotContain("timed out");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void readsTheCountersOfAllNodes() {
        fabric.node("host9").port(1).counter("symbolErrorCounter", 7);

        assertThat(fabric.run("ibqueryerrors").errors()).isEmpty();
        assertThat(fabric.run("ibqueryerrors").out()).contains("[SymbolErrorCounter == 7]");
    }

    @Test
    void requestsWithServiceLevelZeroAreLost() {
        assertThat(fabric.run("perfquery -t 20 IbPath[dlid=" + fabric.lid("host9") + "]")
                        .err())
                .contains("timed out");
    }
}
