package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Remote procedure calls; on the net {@code two-node}, as {@code host2} sees it, which is at port 2 of the switch. */
public abstract class MadTransactorContract extends ProviderContract {
    private static final int MANY = 1_000;

    // The ring of a channel has 20 kB: a thousand that leaked are twenty times as much.
    private static final long DIRECT_MEMORY_SLACK = 1 << 20;

    private static final DirectedPath SELF = DirectedPath.self();
    private static final DirectedPath SWITCH = DirectedPath.of(1);

    private EndPort port;
    private MadTransactor mad;

    /** The promises as this fabric keeps them. */
    protected MadTransactorContract(TriedFabric fabric) {
        super(fabric);
    }

    @BeforeEach
    void openTheEndPort() {
        port = rdma.defaultEndPort();
        mad = rdma.mad(port);
    }

    @AfterEach
    void closeTheEndPort() {
        mad.close();
    }

    @Test
    void asksItselfAndItsNeighboursWhatTheyAre() {
        NodeInfo self = mad.subnGet(NodeInfo.class, SELF);
        assertThat(self.nodeGuid()).isEqualTo(Guid.of(0x0008f10400020000L));
        assertThat(self.nodeType()).isEqualTo(NodeType.CHANNEL_ADAPTER);
        assertThat(self.localPortNum()).isEqualTo(1);

        NodeInfo neighbour = mad.subnGet(NodeInfo.class, SWITCH);
        assertThat(neighbour.nodeGuid()).isEqualTo(Guid.of(0x0002c90000010000L));
        assertThat(neighbour.nodeType()).isEqualTo(NodeType.SWITCH);
        assertThat(neighbour.numPorts()).isEqualTo(8);
        assertThat(neighbour.localPortNum()).isEqualTo(2);

        assertThat(mad.subnGet(NodeInfo.class, DirectedPath.of(1, 1)).nodeGuid())
                .isEqualTo(Guid.of(0x0008f10400010000L));
        assertThat(mad.subnGet(NodeDescription.class, DirectedPath.of(1, 1)).nodeString())
                .isEqualTo("host1 HCA-1");
    }

    @Test
    void aPortSaysTheSameByDirectedRouteAndByLid() {
        PortInfo local = mad.subnGet(PortInfo.class, SELF, 1);
        assertThat(local.lid()).isEqualTo(port.attributes().lid());
        assertThat(local.portState()).isEqualTo(PortState.ACTIVE);

        Lid lid = mad.subnGet(PortInfo.class, SWITCH, 0).lid();
        assertThat(lid.isUnicast()).isTrue();
        assertThat(withoutArrival(mad.subnGet(PortInfo.class, IbPath.to(lid), 2)))
                .isEqualTo(withoutArrival(mad.subnGet(PortInfo.class, SWITCH, 2)));
        assertThat(mad.subnGet(SwitchInfo.class, IbPath.to(lid))).isEqualTo(mad.subnGet(SwitchInfo.class, SWITCH));
    }

    /** The port by which the question came may be another one. */
    private static PortInfo withoutArrival(PortInfo info) {
        return PortInfo.LAYOUT.copy(info).localPortNum(0);
    }

    @Test
    void aPathThroughAPortThatLeadsNowhereTimesOut() {
        assertThatExceptionOfType(MadTimeoutException.class)
                .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.of(1, 5)))
                .withMessage("SubnGet(NodeInfo) timed out to DirectedPath[0,1,5] after 3 tries of 200 ms");
    }

    @Test
    void aLidThatNobodyHasTimesOut() {
        assertThatExceptionOfType(MadTimeoutException.class)
                .isThrownBy(() -> mad.subnGet(NodeInfo.class, IbPath.to(Lid.of(0xbff0))))
                .withMessage("SubnGet(NodeInfo) timed out to IbPath[dlid=49136] after 3 tries of 200 ms");
    }

    @Test
    void aPortThatANodeDoesNotHaveIsRefused() {
        assertThatExceptionOfType(MadStatusException.class)
                .isThrownBy(() -> mad.subnGet(PortInfo.class, SWITCH, 40))
                .withMessageStartingWith("SubnGet(PortInfo 40) was refused by DirectedPath[0,1]: ")
                .satisfies(refused -> assertThat(refused.status()).isNotZero());
    }

    @Test
    void thousandsOfCallsAreAnsweredEachItsOwn() {
        List<CompletableFuture<PortInfo>> switchPorts = new ArrayList<>();
        List<CompletableFuture<NodeInfo>> nodes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            switchPorts.add(mad.async().subnGet(PortInfo.class, SWITCH, 1 + i % 2));
            nodes.add(mad.async().subnGet(NodeInfo.class, i % 3 == 0 ? SELF : DirectedPath.of(1, 1)));
        }
        PortInfo first = mad.subnGet(PortInfo.class, SWITCH, 1);
        PortInfo second = mad.subnGet(PortInfo.class, SWITCH, 2);
        for (int i = 0; i < 1_000; i++) {
            assertThat(switchPorts.get(i)).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(i % 2 == 0 ? first : second);
            assertThat(nodes.get(i))
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .extracting(NodeInfo::nodeGuid)
                    .isEqualTo(Guid.of(i % 3 == 0 ? 0x0008f10400020000L : 0x0008f10400010000L));
        }
    }

    @Test
    void aLinkThatIsCutTimesOutAndAnswersOnceItIsJoined() {
        DirectedPath other = DirectedPath.of(1, 1);
        cut("switch", 1);
        try {
            await("the link to be cut", () -> !answers(other));
            assertThat(mad.subnGet(NodeInfo.class, SWITCH).numPorts())
                    .as("the rest of the fabric")
                    .isEqualTo(8);
        } finally {
            join("switch", 1);
        }
        await("the link to be joined", () -> answers(other));
    }

    /** Returns the memory of live direct buffers in bytes. */
    private static long directMemory() {
        System.gc();
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private boolean answers(DirectedPath path) {
        try {
            return mad.subnGet(NodeInfo.class, path).numPorts() > 0;
        } catch (MadTimeoutException e) {
            return false;
        }
    }

    @Test
    void closingUnderTrafficEndsEveryCall() {
        List<CompletableFuture<NodeInfo>> answers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            answers.add(mad.async().subnGet(NodeInfo.class, i % 2 == 0 ? SWITCH : DirectedPath.of(1, 5)));
        }
        mad.close();

        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer.handle((info, failure) -> true)).succeedsWithin(Duration.ofSeconds(10)));
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> mad.subnGet(NodeInfo.class, SELF))
                .withMessageContaining("can no longer be used");
    }

    @Test
    void opensAndClosesAThousandTimesWithoutLeavingAnything() {
        mad.close();
        Lid lid = port.attributes().lid();
        Used before = new Used();
        for (int i = 0; i < MANY; i++) {
            try (MadTransactor again = rdma.mad(port)) {
                // An agent each.
                assertThat(again.subnGet(NodeInfo.class, SELF).numPorts()).isEqualTo(1);
                assertThat(again.subnGet(NodeInfo.class, IbPath.to(lid)).numPorts())
                        .isEqualTo(1);
            }
        }
        before.isAllThatIsUsed();
    }

    @Test
    void aThousandTransactorsOfAnEndPortShareWhatItNeeds() {
        assertThat(mad.subnGet(NodeInfo.class, SELF).numPorts()).isEqualTo(1);
        Used before = new Used();
        List<MadTransactor> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(rdma.mad(port));
        }

        assertThat(all)
                .allSatisfy(one ->
                        assertThat(one.subnGet(NodeInfo.class, SELF).numPorts()).isEqualTo(1));
        before.isAllThatIsUsed();

        all.forEach(MadTransactor::close);
        assertThat(mad.subnGet(NodeInfo.class, SELF).numPorts())
                .as("one is still open")
                .isEqualTo(1);
    }

    @Test
    void aHundredThousandCallsLeaveNothing() {
        int calls = 100_000;
        assertThat(mad.subnGet(NodeInfo.class, SELF).numPorts()).isEqualTo(1);
        Used before = new Used();
        long sent = mad.statistics().sent();
        for (int asked = 0; asked < calls; asked += MANY) {
            List<CompletableFuture<NodeInfo>> answers = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                answers.add(mad.async().subnGet(NodeInfo.class, SELF));
            }
            answers.forEach(answer -> assertThat(answer)
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .extracting(NodeInfo::numPorts)
                    .isEqualTo(1));
        }
        assertThat(mad.statistics().sent() - sent).isGreaterThanOrEqualTo(calls);
        before.isAllThatIsUsed();
    }

    /** The resources of this process: threads that read end ports, open files, and memory outside the heap. */
    private static final class Used {
        private final long threads = readers();
        private final long files = openFiles();
        private final long memory = directMemory();

        void isAllThatIsUsed() {
            await("the readers to end", () -> readers() <= threads);
            assertThat(openFiles()).isLessThanOrEqualTo(files + 8);
            await("memory to be given back", () -> directMemory() <= memory + DIRECT_MEMORY_SLACK);
        }
    }
}
