package io.verbena.spi.verbs;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import java.util.Set;

/**
 * What a queue pair is to be.
 *
 * @param domain its protection domain
 * @param type its service
 * @param sendQueue where its sends are completed
 * @param receiveQueue where its receives are
 * @param sharedReceiveQueue what it receives from, 0 for a queue of its own
 * @param capacity how large it is at least
 * @param allSignaled whether every send is completed, even if it succeeds
 * @param operations what it posts by the extended functions; none for a queue pair that does not
 * @param cookie what its events tell
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
        long cookie) {}
