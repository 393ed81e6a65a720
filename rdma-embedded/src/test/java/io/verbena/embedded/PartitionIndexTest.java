package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTable;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to the subnet administration in a partition that the client selects by its index. */
@Timeout(60)
@WithFabric("two-node")
class PartitionIndexTest {
    private static final int SECOND = 0x8007;
    private static final int LIMITED = 0x7fff;

    private final Set<Integer> keys = ConcurrentHashMap.newKeySet();
    private Rdma rdma;
    private MadTransactor mad;

    @BeforeEach
    void open(EmbeddedFabric fabric) {
        try (Rdma manager = Rdma.builder().driver(fabric.driver("host0")).open()) {
            addSecondPartition(manager.mad(manager.defaultEndPort()));
        }
        rdma = Rdma.builder()
                .driver(fabric.driver("host1"))
                .tracer(new Keys(keys))
                .open();
        mad = rdma.mad(rdma.defaultEndPort());
        addSecondPartition(mad);
    }

    private static void addSecondPartition(MadTransactor of) {
        of.subnSet(new PKeyTable().pKey(0, IbPath.DEFAULT_PKEY).pKey(1, SECOND), DirectedPath.self(), 0);
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    /** Notes the P_Keys of the requests to the subnet administration. */
    private record Keys(Set<Integer> keys) implements MadTracer {
        @Override
        public void sent(MadExchange exchange, int attempt) {
            if (exchange.managementClass() == ManagementClass.SUBNET_ADMINISTRATION
                    && exchange.path() instanceof IbPath path) {
                keys.add(path.pKey());
            }
        }
    }

    private Lid ask(SaOptions options) {
        Lid own = rdma.defaultEndPort().attributes().lid();
        try (SaClient client = new SaClient(mad, options)) {
            return client.get(NodeRecord.query().lid(own)).lid();
        }
    }

    @Test
    void requestsAreInTheDefaultPartition() {
        assertThat(ask(SaOptions.DEFAULTS))
                .isEqualTo(rdma.defaultEndPort().attributes().lid());
        assertThat(keys).containsExactly(IbPath.DEFAULT_PKEY);
    }

    @Test
    void requestsAreInThePartitionOfTheIndex() {
        assertThat(ask(SaOptions.DEFAULTS.withPartitionIndex(1)))
                .isEqualTo(rdma.defaultEndPort().attributes().lid());
        assertThat(keys).containsExactly(SECOND);
    }

    @Test
    void aLimitedMemberOfTheDefaultPartitionUsesItsOwnKey() {
        mad.subnSet(new PKeyTable().pKey(0, LIMITED).pKey(1, SECOND), DirectedPath.self(), 0);

        assertThat(ask(SaOptions.DEFAULTS))
                .isEqualTo(rdma.defaultEndPort().attributes().lid());
        assertThat(keys).containsExactly(LIMITED);
    }

    @Test
    void anIndexBeyondTheTableIsRefused() {
        int keysOfPort = rdma.defaultEndPort().attributes().pKeys().size();

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> ask(SaOptions.DEFAULTS.withPartitionIndex(65535)))
                .withMessageContaining("has no P_Key with index 65535; its table has ");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> ask(SaOptions.DEFAULTS.withPartitionIndex(keysOfPort)))
                .withMessageContaining("has no P_Key with index " + keysOfPort);
    }
}
