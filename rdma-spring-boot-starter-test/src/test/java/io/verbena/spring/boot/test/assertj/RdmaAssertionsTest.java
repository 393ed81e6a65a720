package io.verbena.spring.boot.test.assertj;

import static io.verbena.spring.boot.test.assertj.RdmaAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

@WithFabric
class RdmaAssertionsTest {
    private static final MadOptions QUICK = new MadOptions(Duration.ofMillis(20), 0, 4);

    @Test
    void checksNodesAndLinksOfASubnet(Rdma rdma) {
        assertThat(discovered(rdma))
                .hasNodes(3)
                .hasSwitches(1)
                .hasHosts(2)
                .hasNodesNamed("host0", "host1")
                .hasNoNodeNamed("host2")
                .hasLinks(2)
                .linksAreUp()
                .hasLinkBetween("leaf0", "host1")
                .isComplete()
                .hasNoDuplicates();
    }

    @Test
    void listsTheContentOfAnUnexpectedSubnet(Rdma rdma) {
        Subnet subnet = discovered(rdma);
        says(
                () -> assertThat(subnet).hasNodes(4),
                "expected 4 nodes, but there are 3: \"host0\", \"leaf0\", \"host1\"");
        says(() -> assertThat(subnet).hasSwitches(0), "expected 0 switches, but there are 1: \"leaf0\"");
        says(() -> assertThat(subnet).hasHosts(3), "expected 3 hosts, but there are 2: \"host0\", \"host1\"");
        says(
                () -> assertThat(subnet).hasNodesNamed("host0", "host7"),
                "expected nodes named [host7], but there are only: \"host0\", \"leaf0\", \"host1\"");
        says(
                () -> assertThat(subnet).hasNoNodeNamed("host1"),
                "expected no node named [host1], but there are: \"host0\", \"leaf0\", \"host1\"");
        says(() -> assertThat(subnet).hasLinks(3), "expected 3 links, but there are 2: ");
        says(
                () -> assertThat(subnet).hasLinkBetween("host0", "host1"),
                "expected a link between [host0] and [host1], but there are: \"host0\" port 1 - \"leaf0\" port 1");
    }

    @Test
    void listsFailuresOfAnIncompleteSubnet(EmbeddedFabric fabric, Rdma rdma) {
        fabric.node("host1").silence();
        Subnet subnet = discovered(rdma);
        says(
                () -> assertThat(subnet).isComplete(),
                "expected a complete subnet, but 1 requests failed:",
                "DirectedPath[0,1,2]");
    }

    @Test
    void listsLinksThatAreNotActive() {
        try (EmbeddedFabric unmanaged =
                        EmbeddedFabric.builder("two-node").unmanaged().open();
                Rdma rdma = Rdma.builder().driver(unmanaged.driver()).open()) {
            Subnet subnet = discovered(rdma);
            assertThat(subnet).hasLinks(2);
            says(
                    () -> assertThat(subnet).linksAreUp(),
                    "expected every link to be Active, but \"host0\" port 1 is Initialize",
                    "\"leaf0\" port 2 is Initialize");
        }
    }

    @Test
    void checksFaultsAndCountersOfAFabric(EmbeddedFabric fabric) {
        assertThat(fabric).isHealthy().hasCounter("host0", 1, "symbolErrorCounter", 0);
        fabric.node("host1").port(1).down();
        fabric.node("host0").port(1).count("symbolErrorCounter", 7);

        assertThat(fabric).hasFault(EmbeddedFault.Kind.CUT).hasCounter("host0", 1, "symbolErrorCounter", 7);
        says(() -> assertThat(fabric).isHealthy(), "expected a fabric without faults, but there are: ", "port");
        says(
                () -> assertThat(fabric).hasFault(EmbeddedFault.Kind.LOSS),
                "expected a fault of the kind LOSS, but there are: ");
        says(
                () -> assertThat(fabric).hasCounter("host0", 1, "symbolErrorCounter", 8),
                "expected symbolErrorCounter of ",
                " to be 8, but it is 7");
        fabric.heal();
        says(() -> assertThat(fabric).hasFault(EmbeddedFault.Kind.CUT), "of the kind CUT, but there are: none");
    }

    @Test
    void checksPortInfo(Rdma rdma) {
        PortInfo port = portInfo(rdma);
        assertThat(port)
                .isActive()
                .hasPhysicalState(PortPhysicalState.LINK_UP)
                .hasLid()
                .hasLid(port.lid())
                .hasActiveWidth(port.linkWidthActive())
                .hasActiveSpeed(LaneSpeed.active(port));
        says(() -> assertThat(port).isDown(), "expected the state of the port to be Down, but it is Active");
        says(
                () -> assertThat(port).hasState(PortState.ARMED),
                "expected the state of the port to be Armed, but it is Active");
        says(
                () -> assertThat(port).hasPhysicalState(PortPhysicalState.POLLING),
                "expected the physical state of the port to be Polling, but it is LinkUp");
        says(
                () -> assertThat(port).hasLid(Lid.of(99)),
                "expected the LID of the port to be 99, but it is " + port.lid());
        says(
                () -> assertThat(port).hasActiveWidth(LinkWidth.TWELVE),
                "expected the active width of the port to be 12X, but it is 4X");
        says(
                () -> assertThat(port).hasActiveSpeed(LaneSpeed.XDR),
                "expected the active speed of the port to be XDR, but it is ");
    }

    @Test
    void reportsAPortWithoutALid() {
        says(
                () -> assertThat(new PortInfo()).hasLid(),
                "expected the LID of the port to be one of a port, but it is " + Lid.NONE);
    }

    @Test
    void rejectsNull() {
        says(() -> assertThat((Subnet) null).hasNodes(1), "Expecting actual not to be null");
    }

    private static PortInfo portInfo(Rdma rdma) {
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            return mad.subnGet(PortInfo.class, DirectedPath.self(), 1);
        }
    }

    private static Subnet discovered(Rdma rdma) {
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort(), QUICK)) {
            return rdma.discovery(mad).run();
        }
    }

    private static void says(ThrowingCallable assertion, String... parts) {
        assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContainingAll(parts);
    }
}
