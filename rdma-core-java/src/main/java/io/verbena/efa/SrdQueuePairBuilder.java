package io.verbena.efa;

import io.verbena.error.Ranges;
import io.verbena.hca.EfaQueuePairFlag;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import java.util.EnumSet;
import java.util.Set;

/**
 * Builds a queue pair for scalable reliable datagrams (efadv_create_qp_ex(3)). Each request has a destination of its own, see {@code
 * SendRequests.to}. Completions of sends come in any order; a request that fails does not affect the others.
 */
public final class SrdQueuePairBuilder {
    private static final int MAX_SERVICE_LEVEL = 15;

    private final DriverExtension<EfaOperations> extension;
    private final QueuePairBuilder builder;
    private final Set<EfaQueuePairFlag> flags = EnumSet.noneOf(EfaQueuePairFlag.class);
    private int serviceLevel;
    private boolean hints;

    SrdQueuePairBuilder(DriverExtension<EfaOperations> extension, ProtectionDomain domain) {
        this.extension = extension;
        this.builder = domain.queuePair(QueuePairType.DRIVER)
                .extended(EnumSet.of(SendOperation.SEND, SendOperation.SEND_WITH_IMMEDIATE));
    }

    /** Sets the completion queue of sends and receives. */
    public SrdQueuePairBuilder completions(CompletionQueue queue) {
        builder.completions(queue);
        return this;
    }

    /** Sets the completion queues of sends and of receives. */
    public SrdQueuePairBuilder completions(CompletionQueue sends, CompletionQueue receives) {
        builder.completions(sends, receives);
        return this;
    }

    /** Sets the minimum capacity (default: {@link QueuePairCapacity#SMALL}). */
    public SrdQueuePairBuilder capacity(QueuePairCapacity atLeast) {
        builder.capacity(atLeast);
        return this;
    }

    /**
     * Sets the operations that the queue pair posts (default: sends with and without immediate data). Reads and writes require a
     * device with the capability.
     */
    public SrdQueuePairBuilder operations(SendOperation first, SendOperation... others) {
        builder.extended(EnumSet.of(first, others));
        return this;
    }

    /** Sets flags (default: none). */
    public SrdQueuePairBuilder flags(EfaQueuePairFlag... wanted) {
        flags.clear();
        flags.addAll(Set.of(wanted));
        return this;
    }

    /** Sets the service level, 0 to 15 (default: 0). */
    public SrdQueuePairBuilder serviceLevel(int level) {
        serviceLevel = Ranges.check("service level", level, 0, MAX_SERVICE_LEVEL);
        return this;
    }

    /**
     * Makes requests take processing hints ({@code SendRequests.processingHints}), which requires rdma-core 64. This has run on the
     * hollow device only, never on an EFA device; embedded adapters do not support it.
     */
    public SrdQueuePairBuilder processingHints() {
        hints = true;
        return this;
    }

    /**
     * Creates the queue pair in state RESET. {@code QueuePair.establish} makes it ready; the setup has a port, an index of the P_Key
     * and a Q_Key, but no peer.
     *
     * @throws IllegalStateException if no completion queue is set
     * @throws io.verbena.error.UnsupportedException if there are to be processing hints, and rdma-core is older than version 64
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public QueuePair create() {
        Set<EfaQueuePairFlag> properties = EnumSet.copyOf(flags);
        return extension.queuePair(
                builder, hints, (efa, request) -> efa.createQueuePair(request, properties, serviceLevel, hints));
    }
}
