package io.verbena.embedded.hca;

import io.verbena.embedded.hca.queue.QueuePairPlan;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.EfaDeviceAttributes;
import io.verbena.hca.EfaInterconnects;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaQueueMemory;
import io.verbena.hca.EfaQueuePairFlag;
import io.verbena.hca.Flags;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.spi.verbs.QueuePairRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The operations of an EFA device, which every embedded adapter has. */
final class HcaEfa implements EfaOperations {
    private static final Set<SendOperation> OPERATIONS = EnumSet.of(
            SendOperation.SEND,
            SendOperation.SEND_WITH_IMMEDIATE,
            SendOperation.RDMA_READ,
            SendOperation.RDMA_WRITE,
            SendOperation.RDMA_WRITE_WITH_IMMEDIATE);

    private final HcaQueuePairs device;

    HcaEfa(HcaQueuePairs device) {
        this.device = device;
    }

    @Override
    public EfaDeviceAttributes queryDevice() {
        device.requirePresent("efadv_query_device");
        return new EfaDeviceAttributes(
                HcaQueries.MAX_REQUESTS,
                HcaQueries.MAX_REQUESTS,
                HcaQueries.MAX_SEGMENTS,
                HcaQueries.MAX_SEGMENTS,
                HcaQueuePairs.MAX_INLINE,
                HcaQueuePairs.MAX_INLINE,
                QueuePairPlan.MAX_SCALABLE_BYTES,
                Flags.of(
                        EfaCapability.RDMA_READ,
                        EfaCapability.RNR_RETRY,
                        EfaCapability.SOURCE_GID,
                        EfaCapability.RDMA_WRITE));
    }

    @Override
    public CreatedQueuePair createQueuePair(
            QueuePairRequest request, Set<EfaQueuePairFlag> flags, int serviceLevel, boolean hints) {
        boolean plain = request.sharedReceiveQueue() == 0
                && request.table() == 0
                && request.flags().isEmpty()
                && request.headerBytes() == 0
                && request.sourceNumber() == 0;
        if (request.type() != QueuePairType.DRIVER
                || !plain
                || request.operations().isEmpty()) {
            throw device.refusals.invalid(
                    "efadv_create_qp_ex", "an SRD queue pair has receives of its own, and extended operations");
        }
        if (hints || !flags.isEmpty() || !OPERATIONS.containsAll(request.operations())) {
            throw device.unsupported("efadv_create_qp_ex");
        }
        return device.create(request);
    }

    @Override
    public long createCompletionQueue(
            int entries,
            long cookie,
            long channel,
            int vector,
            Set<CompletionField> fields,
            Set<EfaCompletionField> additional,
            EfaMemory memory) {
        if (memory.length() > 0 || additional.contains(EfaCompletionField.UNSOLICITED)) {
            throw device.unsupported("efadv_create_cq");
        }
        return device.create(
                "efadv_create_cq",
                entries,
                cookie,
                channel,
                vector,
                fields,
                additional.contains(EfaCompletionField.SOURCE_GID));
    }

    /** The counters of the embedded adapter are Java objects. */
    @Override
    public long createCompletionCounter(CompletionCounterType type, EfaMemory completions, EfaMemory errors) {
        throw device.unsupported("efadv_create_comp_cntr");
    }

    @Override
    public int addressHandleNumber(long addressHandle) {
        return (int) addressHandle & 0xffff;
    }

    /** The embedded fabric has no interconnects that a device would report. */
    @Override
    public EfaInterconnects queryRegion(long region) {
        return new EfaInterconnects(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
    }

    @Override
    public int maxSends(int sendSegments, int rdmaSegments, int inlineBytes, boolean inlineWrites) {
        if (Math.max(sendSegments, rdmaSegments) > HcaQueries.MAX_SEGMENTS || inlineBytes > HcaQueuePairs.MAX_INLINE) {
            throw device.refusals.invalid("efadv_get_max_sq_depth", "a limit exceeds those of the device");
        }
        if (inlineWrites) {
            throw device.unsupported("efadv_get_max_sq_depth");
        }
        return HcaQueries.MAX_REQUESTS;
    }

    @Override
    public int maxReceives(int segments) {
        if (segments > HcaQueries.MAX_SEGMENTS) {
            throw device.refusals.invalid("efadv_get_max_rq_depth", "a limit exceeds those of the device");
        }
        return HcaQueries.MAX_REQUESTS;
    }

    /** The queues of the embedded adapter are Java objects. */
    @Override
    public List<EfaQueueMemory> queryQueues(long queuePair) {
        throw device.unsupported("efadv_query_qp_wqs");
    }

    @Override
    public EfaQueueMemory queryCompletionQueue(long completionQueue) {
        throw device.unsupported("efadv_query_cq");
    }
}
