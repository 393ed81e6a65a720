package io.verbena.spi.verbs;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendOperation;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a new queue pair.
 *
 * @param domain its protection domain
 * @param type its transport service
 * @param sendQueue the completion queue of sends, or 0
 * @param receiveQueue the completion queue of receives, or 0
 * @param sharedReceiveQueue the shared receive queue that it receives from, or 0 for a queue of its own
 * @param capacity the minimum sizes of its queues
 * @param allSignaled whether every send generates a completion
 * @param operations the operations that it posts by extended functions; empty for none
 * @param xrcDomain the XRC domain of a receiving end, or 0
 * @param table the indirection table of work queues that it receives into, or 0
 * @param hash the hash that spreads packets over the table, or null without a table
 * @param flags its further properties
 * @param headerBytes the maximum length of the headers of segmented sends, or 0
 * @param sourceNumber the queue pair number that its packets carry as their source, 24 bits, or 0 for its own
 * @param cookie the cookie of its events
 */
public record QueuePairRequest(
        long domain,
        QueuePairType type,
        long sendQueue,
        long receiveQueue,
        long sharedReceiveQueue,
        QueuePairCapacity capacity,
        boolean allSignaled,
        Set<SendOperation> operations,
        long xrcDomain,
        long table,
        @Nullable ReceiveHash hash,
        Set<QueuePairFlag> flags,
        int headerBytes,
        int sourceNumber,
        long cookie) {}
