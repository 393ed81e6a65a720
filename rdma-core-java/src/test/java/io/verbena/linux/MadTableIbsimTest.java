package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortInfoRecord;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadOptions.Segmentation;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.spi.PortAttributes;
import io.verbena.topology.TopologyReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of a real opensm, put together by the bridge as by a kernel and by this library; and a great many calls. */
@Tag("ibsim")
@Timeout(120)
class MadTableIbsimTest {
    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS);
    private final EndPort endPort = rdma.defaultEndPort();
    private final MadTransactor mad = rdma.mad(endPort);
    private final IbPath administration = administration(endPort.attributes());

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private static IbPath administration(PortAttributes port) {
        return IbPath.to(port.smLid()).withSl(port.smSl());
    }

    @ParameterizedTest
    @EnumSource
    void everyNodeIsInTheTable(Segmentation segmentation) {
        MadTransactor asker = mad.withOptions(MadOptions.DEFAULTS.withSegmentation(segmentation));

        List<NodeRecord> nodes = asker.subnAdmGetTable(new NodeRecord(), 0, administration);

        assertThat(nodes)
                .extracting(node -> node.nodeInfo().nodeGuid())
                .hasSizeGreaterThan(200)
                .containsExactlyInAnyOrderElementsOf(TopologyReader.read(new Ibsim().net()).nodes().stream()
                        .map(node -> node.nodeGuid())
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void aTableWithoutRecordsIsEmpty(Segmentation segmentation) {
        MadTransactor asker = mad.withOptions(MadOptions.DEFAULTS.withSegmentation(segmentation));

        assertThat(asker.subnAdmGetTable(
                        new PortInfoRecord().endportLid(Lid.of(0xbff0)),
                        PortInfoRecord.LAYOUT.componentMask("endportLid"),
                        administration))
                .isEmpty();
    }

    @Test
    void countersAreReadAndTheAgentSaysWhatItIsAbleToDo() {
        IbPath self = IbPath.to(endPort.attributes().lid());

        assertThat(mad.performanceGet(new ClassPortInfo(), self).classVersion()).isEqualTo(1);
        assertThat(mad.performanceGet(new PortCounters().portSelect(1), self).portSelect())
                .isEqualTo(1);
        assertThat(mad.subnAdmGet(new ClassPortInfo(), 0, administration).classVersion())
                .isEqualTo(2);
    }

    @Test
    void countersAreReset() {
        IbPath self = IbPath.to(endPort.attributes().lid());
        PortCounters counters = new PortCounters().portSelect(1);
        for (int i = 0; i < 100; i++) {
            mad.performanceGet(counters, self);
        }
        assertThat(mad.performanceGet(counters, self).portXmitPkts()).isGreaterThan(100);

        mad.performanceSet(new PortCounters().portSelect(1).counterSelect(0xffff), self);

        assertThat(mad.performanceGet(counters, self).portXmitPkts()).isLessThan(100);
    }

    @Test
    void aHundredThousandCallsAreAnsweredAndTheWindowOpens() {
        for (int round = 0; round < 100; round++) {
            List<CompletableFuture<NodeInfo>> answers = new ArrayList<>();
            for (int call = 0; call < 1_000; call++) {
                answers.add(mad.async().subnGet(NodeInfo.class, DirectedPath.of(1)));
            }
            assertThat(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(60, TimeUnit.SECONDS);
        }
        assertThat(mad.statistics().sent()).isGreaterThanOrEqualTo(100_000);
        assertThat(mad.statistics().window()).isPositive();
    }
}
