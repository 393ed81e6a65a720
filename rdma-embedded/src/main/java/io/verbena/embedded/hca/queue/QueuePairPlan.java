package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.WireEnum;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties with which a queue pair is created.
 *
 * @param type the transport service
 * @param domain the protection domain
 * @param sends the completion queue of send requests; null for none
 * @param receives the completion queue of receive requests; null for none
 * @param shared the shared receive queue; null if the queue pair has a receive queue of its own
 * @param xrcDomain the XRC domain of a receiving end; null for other queue pairs
 * @param spread how the queue pair spreads datagrams over work queues; null if it does not
 * @param capacity the sizes of the queues
 * @param allSignaled whether every send request generates a completion
 * @param operations the operations that extended functions may post; null if requests are posted by {@code ibv_post_send}
 * @param stripsVlans whether the queue pair removes VLAN tags from frames and reports them
 * @param headerBytes the maximum length of the headers of data that the adapter divides into frames; 0 for none
 * @param events the queue of the asynchronous events of the device
 * @param cookie identifies the queue pair in events
 */
public record QueuePairPlan(
        QueuePairType type,
        Domain domain,
        @Nullable SimulatedCompletionQueue sends,
        @Nullable SimulatedCompletionQueue receives,
        @Nullable SimulatedSharedReceiveQueue shared,
        @Nullable XrcDomainFile xrcDomain,
        @Nullable ReceiveSpread spread,
        QueuePairCapacity capacity,
        boolean allSignaled,
        @Nullable Set<SendOperation> operations,
        boolean stripsVlans,
        int headerBytes,
        EventQueue events,
        long cookie) {
    /** Maximum responder resources and maximum initiator depth of a queue pair. */
    public static final int MAX_READS = 16;

    /** Maximum length of a read or write without a connection. */
    public static final int MAX_SCALABLE_BYTES = 1 << 30;

    boolean isConnected() {
        return isReliable() || type == QueuePairType.UC;
    }

    /** Returns whether each message goes to a queue of its own choice, which has the completion queue. */
    boolean receivesElsewhere() {
        return isExtended() || spread != null;
    }

    boolean isReliable() {
        return type == QueuePairType.RC || isExtended();
    }

    /** Returns whether this is an end of an extended reliable connection (IBA annex A14). */
    boolean isExtended() {
        return type == QueuePairType.XRC_SEND || type == QueuePairType.XRC_RECEIVE;
    }

    /** Returns whether this is a queue pair for scalable reliable datagrams, the only ones of the driver. */
    boolean isScalable() {
        return type == QueuePairType.DRIVER;
    }

    /** Returns the bit of an opcode among {@link #operationBits}, that of its {@link SendOperation}. */
    static long bit(WorkRequestOpcode opcode) {
        return switch (opcode) {
            case ATOMIC_WRITE -> SendOperation.ATOMIC_WRITE.code();
            case FLUSH -> SendOperation.FLUSH.code();
            default -> 1L << opcode.code();
        };
    }

    /** Returns a bit for each work request opcode that may be posted. */
    long operationBits() {
        long withoutExtended = ~(bit(WorkRequestOpcode.ATOMIC_WRITE) | bit(WorkRequestOpcode.FLUSH));
        return operations == null ? withoutExtended : WireEnum.bitsOf(operations);
    }
}
