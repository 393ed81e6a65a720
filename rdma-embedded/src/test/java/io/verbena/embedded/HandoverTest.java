package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.RdmaDriver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handover between subnet managers (IBA 14.4.1) in steps. host0 has a lower GUID than host3, which is at port 6 of leaf0. */
@Timeout(60)
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true, managed = false)
class HandoverTest {
    private static final SubnetManagerOptions OPTIONS = SubnetManagerOptions.DEFAULTS;
    private static final long SECOND = 1_000_000_000L;
    private static final int DATA = 64;
    private static final int STATUS = 0x7fff;
    private static final int LOCAL_CHANGES = 144;
    private static final int HANDOVER = 1;
    private static final int ACKNOWLEDGE = 2;

    private static void pass(EmbeddedFabric fabric, long seconds) {
        try (Asker time = new Asker(fabric, "host9")) {
            time.receive(reply -> {}, seconds * SECOND);
        }
    }

    private static List<Integer> lids(EmbeddedFabric fabric) {
        return fabric.nodes().stream()
                .flatMap(EmbeddedNode::ports)
                .map(EmbeddedPort::lid)
                .toList();
    }

    private static int smLid(EmbeddedFabric fabric) {
        return fabric.node("host7").port(1).info().masterSmLid().bits();
    }

    private static int lid(EmbeddedFabric fabric, String host) {
        return fabric.node(host).port(1).lid();
    }

    /** A manager that answers as opensm does: after a handover, it is master without an acknowledgment. */
    private static final class Peer implements AutoCloseable {
        private final List<Integer> requests = new ArrayList<>();
        private final List<Integer> traps = new ArrayList<>();
        private final List<Integer> responses = new ArrayList<>();
        private final Asker asker;
        private final int agent;
        private final int trapAgent;
        private final IsSm isSm;
        private final SmInfo own;

        Peer(EmbeddedFabric fabric, String host, int priority) {
            RdmaDriver driver = fabric.driver(host);
            asker = new Asker(driver, 1);
            own = new SmInfo()
                    .guid(fabric.node(host).port(1).guid())
                    .smKey(1)
                    .priority(priority)
                    .state(SmState.STANDBY);
            agent = asker.channel()
                    .register(
                            new MadRegistration(0x81, 1, 0, Set.of(MadMethod.GET.code(), MadMethod.SET.code()), false));
            trapAgent = asker.channel().register(new MadRegistration(1, 1, 0, Set.of(MadMethod.TRAP.code()), false));
            isSm = driver.openIsSm("emb0", 1);
        }

        /** Sends a control request, and answers requests for some time. */
        void control(int modifier, long seconds, int... path) {
            DirectedRouteSmp smp = Asker.put(Asker.request(SmInfo.LAYOUT, modifier, path), own);
            ByteBuffer bytes = ByteBuffer.wrap(smp.method(MadMethod.SET).toBytes());
            asker.channel().send(asker.directedAgent(), MadAddress.DIRECTED, bytes, Asker.TIMEOUT);
            serve(seconds);
            assertThat(responses).as("status of the response").containsExactly(0);
        }

        void serve(long seconds) {
            long end = asker.channel().nanoTime() + seconds * SECOND;
            for (long left = seconds * SECOND;
                    left > 0;
                    left = end - asker.channel().nanoTime()) {
                asker.channel().receive(this::received, left);
            }
        }

        private void received(int to, int status, MadAddress source, ByteBuffer mad) {
            byte[] bytes = new byte[mad.remaining()];
            mad.get(bytes);
            DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT.wrapWritable(bytes, 0);
            if (to == asker.directedAgent()) {
                responses.add(status == 0 ? smp.status() & STATUS : status);
            } else if (to == trapAgent) {
                traps.add(SubnetNotice.LAYOUT.wrap(bytes, DATA).trapNumber());
            } else if (to == agent && smp.attributeId() == SmInfo.LAYOUT.attributeId()) {
                if (smp.method() == MadMethod.SET) {
                    requests.add((int) smp.attributeModifier());
                    own.state(SmState.MASTER);
                }
                own.copyTo(bytes, DATA);
                ByteBuffer answer = ByteBuffer.wrap(
                        smp.method(MadMethod.GET_RESPONSE).direction(1).toBytes());
                asker.channel().send(agent, MadAddress.DIRECTED, answer, 0);
            }
        }

        @Override
        public void close() {
            isSm.close();
            asker.close();
        }
    }

    @Test
    void noLidChangesWhenTheSubnetIsHandedOverAndBack(EmbeddedFabric fabric) {
        SubnetManager low = fabric.manage("host3", OPTIONS.withPriority(1));
        List<Integer> lids = lids(fabric);

        SubnetManager high = fabric.manage("host0", OPTIONS.withPriority(5));
        pass(fabric, 11);
        assertThat(high.state()).isEqualTo(SmState.MASTER);
        assertThat(low.state()).isEqualTo(SmState.STANDBY);
        assertThat(lids(fabric)).isEqualTo(lids);
        assertThat(smLid(fabric)).isEqualTo(lid(fabric, "host0"));

        high.close();
        pass(fabric, 45);
        assertThat(low.state()).isEqualTo(SmState.MASTER);
        assertThat(lids(fabric)).isEqualTo(lids);
        assertThat(smLid(fabric)).isEqualTo(lid(fabric, "host3"));
    }

    @Test
    void ofEqualPrioritiesTheLowerGuidTakesOver(EmbeddedFabric fabric) {
        SubnetManager first = fabric.manage("host3", OPTIONS.withPriority(2));
        SubnetManager second = fabric.manage("host0", OPTIONS.withPriority(2));
        pass(fabric, 11);

        assertThat(second.state()).isEqualTo(SmState.MASTER);
        assertThat(first.state()).isEqualTo(SmState.STANDBY);
    }

    @Test
    void ofEqualPrioritiesTheHigherGuidStandsBy(EmbeddedFabric fabric) {
        SubnetManager first = fabric.manage("host0", OPTIONS.withPriority(2));
        SubnetManager second = fabric.manage("host3", OPTIONS.withPriority(2));
        pass(fabric, 60);

        assertThat(first.state()).isEqualTo(SmState.MASTER);
        assertThat(second.state()).isEqualTo(SmState.STANDBY);
    }

    @Test
    void aMasterStandsByWhenAPeerHasAcceptedAndTakesOverWhenThatIsGone(EmbeddedFabric fabric) {
        SubnetManager manager = fabric.manage("host0", OPTIONS.withPriority(3));
        List<Integer> lids = lids(fabric);
        try (Peer peer = new Peer(fabric, "host3", 5)) {
            peer.serve(1);
            assertThat(peer.requests).containsExactly(HANDOVER);
            assertThat(manager.state()).isEqualTo(SmState.STANDBY);

            peer.serve(60);
            assertThat(manager.state()).as("the peer responds to polls").isEqualTo(SmState.STANDBY);
            assertThat(peer.requests).containsExactly(HANDOVER);
            assertThat(peer.traps)
                    .as("a master with the higher rank is not claimed")
                    .isEmpty();
        }

        pass(fabric, 45);
        assertThat(manager.state()).isEqualTo(SmState.MASTER);
        assertThat(lids(fabric)).isEqualTo(lids);
    }

    @Test
    void aPeerOfLowerPriorityGetsNoHandover(EmbeddedFabric fabric) {
        SubnetManager manager = fabric.manage("host0", OPTIONS.withPriority(3));
        try (Peer peer = new Peer(fabric, "host3", 2)) {
            peer.serve(60);

            assertThat(peer.requests).isEmpty();
            assertThat(manager.state()).isEqualTo(SmState.MASTER);
        }
    }

    @Test
    void aMasterStandsByAfterAnAcknowledgmentAndClaimsNothing(EmbeddedFabric fabric) {
        SubnetManager manager = fabric.manage("host0", OPTIONS.withPriority(3));
        try (Peer peer = new Peer(fabric, "host3", 5)) {
            peer.own.state(SmState.MASTER);
            // host0 is at port 3 of leaf0. It has not asked the peer yet.
            peer.control(ACKNOWLEDGE, 60, 1, 3);

            assertThat(manager.state()).isEqualTo(SmState.STANDBY);
            assertThat(peer.traps).as("its priority is not known to be lower").isEmpty();
        }
    }

    @Test
    void aStandbyOfHigherPriorityClaimsTheSubnetUntilItIsHandedOver(EmbeddedFabric fabric) {
        fabric.manage("host9").close();
        try (Peer peer = new Peer(fabric, "host3", 2)) {
            peer.own.state(SmState.MASTER);
            SubnetManager manager = fabric.manage("host0", OPTIONS.withPriority(3));
            peer.serve(25);
            assertThat(manager.state()).isEqualTo(SmState.STANDBY);
            assertThat(peer.traps).containsOnly(LOCAL_CHANGES).hasSizeBetween(2, 4);

            peer.own.state(SmState.STANDBY);
            peer.control(HANDOVER, 5, 1, 3);
            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(peer.requests).containsExactly(ACKNOWLEDGE);
        }
    }
}
