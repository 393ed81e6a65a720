package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.Mlx5QueuePairRecord;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.SharedReceiveQueue;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Builds a queue pair of a ConnectX device (mlx5dv_create_qp(3)): a reliable one with properties and operations beyond verbs, or one for
 * dynamic connections. An initiator of dynamic connections sends each request to a target of its own, see {@code
 * SendRequests.toTarget}; the device connects them when it is necessary. A target receives from all initiators that know its access
 * key, by a shared receive queue.
 */
public final class Mlx5QueuePairBuilder {
    private static final QueuePairCapacity NOTHING = new QueuePairCapacity(0, 0, 0, 0, 0);
    private static final int MAX_LOG_STREAMS = 16;

    private final DriverExtension<Mlx5Operations> extension;
    private final ProtectionDomain domain;
    private Consumer<QueuePairBuilder> parameters = builder -> {};
    private Set<SendOperation> operations = EnumSet.of(SendOperation.SEND);
    private Set<Mlx5QueuePairFlag> flags = Set.of();
    private Set<Mlx5SendOperation> ownOperations = Set.of();
    private int streams = -1;
    private int failedStreams;

    Mlx5QueuePairBuilder(DriverExtension<Mlx5Operations> extension, ProtectionDomain domain) {
        this.extension = extension;
        this.domain = domain;
    }

    private Mlx5QueuePairBuilder also(Consumer<QueuePairBuilder> more) {
        parameters = parameters.andThen(more);
        return this;
    }

    /** Sets the completion queue of sends and receives. */
    public Mlx5QueuePairBuilder completions(CompletionQueue queue) {
        return also(builder -> builder.completions(queue));
    }

    /** Sets the shared receive queue, which a target requires. */
    public Mlx5QueuePairBuilder receivesFrom(SharedReceiveQueue queue) {
        return also(builder -> builder.receivesFrom(queue));
    }

    /** Sets the minimum capacity (default: {@link QueuePairCapacity#SMALL}). A target has none. */
    public Mlx5QueuePairBuilder capacity(QueuePairCapacity atLeast) {
        return also(builder -> builder.capacity(atLeast));
    }

    /** Sets the operations of verbs that the queue pair posts (default: sends). A target posts none. */
    public Mlx5QueuePairBuilder operations(SendOperation first, SendOperation... others) {
        operations = EnumSet.of(first, others);
        return this;
    }

    /** Sets the operations beyond verbs that the queue pair posts (default: none). */
    public Mlx5QueuePairBuilder ownOperations(Mlx5SendOperation... wanted) {
        ownOperations = Set.of(wanted);
        return this;
    }

    /** Sets properties (default: none). */
    public Mlx5QueuePairBuilder flags(Mlx5QueuePairFlag... wanted) {
        flags = Set.of(wanted);
        return this;
    }

    /**
     * Gives an initiator streams, whose requests do not wait for those of other streams.
     *
     * @param logStreams the binary logarithm of the number of streams, 0 to 16
     * @param logFailed the binary logarithm of the number of streams that may fail before the queue pair fails, 0 to 16
     */
    public Mlx5QueuePairBuilder streams(int logStreams, int logFailed) {
        streams = Ranges.check("logarithm of the streams", logStreams, 0, MAX_LOG_STREAMS);
        failedStreams = Ranges.check("logarithm of the failed streams", logFailed, 0, MAX_LOG_STREAMS);
        return this;
    }

    /**
     * Creates a reliable queue pair in state RESET.
     *
     * @throws IllegalStateException if no completion queue is set
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public QueuePair reliable() {
        QueuePairBuilder builder = builder(QueuePairType.RC).extended(operations);
        return extension.queuePair(builder, false, (mlx5, request) -> create(mlx5, request, 0, 0, 0));
    }

    /**
     * Creates an initiator of dynamic connections in state RESET.
     *
     * @throws IllegalStateException if no completion queue is set
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public QueuePair initiator() {
        QueuePairBuilder builder = builder(QueuePairType.DRIVER).extended(operations);
        int mask = Mlx5QueuePairRecord.HAS_DYNAMIC | (streams < 0 ? 0 : Mlx5QueuePairRecord.HAS_STREAMS);
        long logarithms = streams < 0 ? 0 : ((long) failedStreams << Byte.SIZE) | streams;
        return extension.initiator(
                builder, (mlx5, request) -> create(mlx5, request, mask, Mlx5QueuePairRecord.INITIATOR, logarithms));
    }

    /**
     * Creates a target of dynamic connections in state RESET. It has a number when it is ready to receive, see {@link
     * Mlx5Device#number}.
     *
     * @param accessKey the key that initiators must know
     * @throws IllegalStateException if no completion queue is set
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public QueuePair target(long accessKey) {
        QueuePairBuilder builder = builder(QueuePairType.DRIVER).capacity(NOTHING);
        return extension.queuePair(
                builder,
                false,
                (mlx5, request) ->
                        create(mlx5, request, Mlx5QueuePairRecord.HAS_DYNAMIC, Mlx5QueuePairRecord.TARGET, accessKey));
    }

    private QueuePairBuilder builder(QueuePairType type) {
        QueuePairBuilder builder = domain.queuePair(type);
        parameters.accept(builder);
        return builder;
    }

    private CreatedQueuePair create(Mlx5Operations mlx5, QueuePairRequest request, int mask, int type, long dynamic) {
        RecordMemory memory = extension.memory(Mlx5QueuePairRecord.SIZE);
        ByteBuffer bytes = memory.bytes();
        int set = mask
                | (flags.isEmpty() ? 0 : Mlx5QueuePairRecord.HAS_FLAGS)
                | (ownOperations.isEmpty() ? 0 : Mlx5QueuePairRecord.HAS_OPERATIONS);
        bytes.putLong(Mlx5QueuePairRecord.MASK, set)
                .putLong(Mlx5QueuePairRecord.DYNAMIC, dynamic)
                .putLong(Mlx5QueuePairRecord.OWN_OPERATIONS, WireEnum.bitsOf(ownOperations))
                .putInt(Mlx5QueuePairRecord.FLAGS, (int) WireEnum.bitsOf(flags))
                .putInt(Mlx5QueuePairRecord.DYNAMIC_TYPE, type);
        return mlx5.createQueuePair(request, memory);
    }
}
