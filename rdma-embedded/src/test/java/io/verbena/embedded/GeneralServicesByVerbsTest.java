package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.error.UnsupportedException;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortCounters;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.sa.SaClient;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A host without umad, whose datagrams leave from a queue pair of its own, and come back to it. */
@Timeout(60)
class GeneralServicesByVerbsTest {
    private EmbeddedFabric fabric;
    private Rdma rdma;
    private MadTransactor mad;

    /** A host whose umad refuses. */
    private static final class WithoutUmad extends ForwardingDriver {
        WithoutUmad(RdmaDriver driver) {
            super(driver);
        }

        @Override
        public MadChannel openMadChannel(String device, int port) {
            throw new RdmaException("this host has no umad");
        }
    }

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,4,4");
        rdma = Rdma.builder()
                .driver(new WithoutUmad(fabric.driver("host3")))
                .madByVerbs()
                .mad(new MadOptions(Duration.ofMillis(200), 2, 64))
                .open();
        mad = rdma.mad(rdma.defaultEndPort());
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
        fabric.close();
    }

    private IbPath path(String node, int port) {
        return IbPath.to(Lid.of(fabric.node(node).port(port).lid()));
    }

    @Test
    void theCountersOfOtherNodesAreRead() {
        fabric.node("leaf2").port(4).counter("symbolErrorCounter", 9);

        assertThat(mad.performanceGet(new PortCounters().portSelect(4), path("leaf2", 0))
                        .symbolErrorCounter())
                .isEqualTo(9);
    }

    @Test
    void theSubnetAdministrationAnswersWithALongTable() {
        try (SaClient sa = rdma.sa(mad)) {
            List<NodeRecord> nodes = sa.table(NodeRecord.class);

            assertThat(nodes).hasSizeGreaterThan(20);
        }
    }

    @Test
    void manyAreAskedAtOnce() {
        var answers = fabric.nodes().stream()
                .filter(EmbeddedNode::forwards)
                .flatMap(leaf -> IntStream.rangeClosed(1, leaf.numPorts())
                        .mapToObj(port -> mad.async()
                                .performanceGet(new PortCounters().portSelect(port), path(leaf.description(), 0))))
                .toList();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isNotNull());
    }

    @Test
    void aPortThatIsCutOffDoesNotAnswer() {
        fabric.node("host9").port(1).down();

        assertThatExceptionOfType(MadTimeoutException.class)
                .isThrownBy(() -> mad.performanceGet(new PortCounters().portSelect(1), path("host9", 1)));
    }

    @Test
    void subnetManagementDoesNotLeaveSo() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.self()))
                .withMessageContaining("--sa");
    }
}
