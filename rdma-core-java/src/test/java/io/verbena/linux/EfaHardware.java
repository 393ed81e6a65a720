package io.verbena.linux;

import static io.verbena.linux.HardwareReport.show;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.Rdma;
import io.verbena.contract.verbs.SrdContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.efa.EfaDevice;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaQueuePairFlag;
import io.verbena.hca.SendOperation;
import io.verbena.verbs.CompletionCounter;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The tests of SRD and the functions of libefa on an EFA device, both ends of which are the same device. {@code
 * testbed/hardware/report} runs them with the system property {@code verbena.hardware.device}; the build has no such device.
 */
class EfaHardware extends SrdContract {
    private static final String DEVICE = System.getProperty("verbena.hardware.device", "");
    private static final Set<CompletionField> FIELDS = Set.of(CompletionField.BYTE_LENGTH);

    private final Rdma rdma = Rdma.open();
    private final Context context = rdma.verbs(DEVICE);
    private final EfaDevice device = EfaDevice.of(context);
    private final ProtectionDomain domain = context.protectionDomain();

    /** The device with itself. */
    private static final class Loopback implements VerbsBed {
        private final Rdma rdma = Rdma.open();

        @Override
        public Context open(int side) {
            return rdma.verbs(DEVICE);
        }

        @Override
        public AddressVector way(Context from, Context to) {
            return AddressVector.to(1, to.gid(1, 0).orElseThrow().gid(), 0);
        }

        @Override
        public AddressVector wayToGroup() {
            throw new UnsupportedOperationException("EFA has no groups");
        }

        @Override
        public void close() {
            rdma.close();
        }
    }

    @Override
    protected VerbsBed bed() {
        return new Loopback();
    }

    @AfterEach
    void closeDevice() {
        rdma.close();
    }

    private void require(EfaCapability capability) {
        assumeTrue(device.attributes().capabilities().contains(capability), "the device does not have: " + capability);
    }

    @Test
    void attributes() {
        assertThat(show("efadv_query_device", device::attributes).maxReceives()).isPositive();
    }

    @Test
    void depths() {
        assertThat(show("efadv_get_max_sq_depth", () -> device.maxSends(1, 1, 0, false)))
                .isPositive();
        assertThat(show("efadv_get_max_rq_depth", () -> device.maxReceives(1))).isPositive();
    }

    @Test
    void interconnects() {
        show(
                "efadv_query_mr",
                () -> device.interconnects(domain.register(ByteBuffer.allocateDirect(4096), AccessFlag.LOCAL_WRITE)));
    }

    @Test
    void memoryOfQueues() {
        CompletionQueue queue = device.completionQueue(16, null, 0, FIELDS);
        QueuePair pair = device.queuePair(domain).completions(queue).create();

        assertThat(show("efadv_query_cq", () -> device.memory(queue)).entries()).isGreaterThanOrEqualTo(16);
        assertThat(show("efadv_query_qp_wqs", () -> device.queues(pair))).hasSize(2);
    }

    @Test
    void aQueuePairTakesProcessingHints() {
        CompletionQueue queue = device.completionQueue(16, null, 0, FIELDS);

        show(
                "efadv_create_qp_ex with hints",
                () -> device.queuePair(domain)
                        .completions(queue)
                        .processingHints()
                        .create());
    }

    @Test
    void aQueuePairTakesUnsolicitedWrites() {
        require(EfaCapability.UNSOLICITED_WRITE_RECEIVE);
        CompletionQueue queue = device.completionQueue(16, null, 0, FIELDS, EfaCompletionField.UNSOLICITED);

        show(
                "efadv_create_qp_ex with unsolicited writes",
                () -> device.queuePair(domain)
                        .completions(queue)
                        .operations(SendOperation.RDMA_WRITE_WITH_IMMEDIATE)
                        .flags(EfaQueuePairFlag.UNSOLICITED_WRITE_RECEIVE)
                        .create());
    }

    @Test
    void aCounterCountsInMemoryOfTheProcess() {
        require(EfaCapability.COMPLETION_COUNTERS);
        CompletionQueue queue = device.completionQueue(16, null, 0, FIELDS);
        ByteBuffer value = ByteBuffer.allocateDirect(4096);
        long address = domain.register(value, AccessFlag.LOCAL_WRITE).address();
        CompletionCounter counter = show(
                "efadv_create_comp_cntr",
                () -> device.completionCounter(
                        CompletionCounterType.REQUESTS, EfaMemory.ofProcess(address, 8), EfaMemory.OF_LIBRARY));

        counter.attach(device.queuePair(domain).completions(queue).create(), CompletionCounterOperation.SEND);

        assertThat(counter.read()).isZero();
    }
}
