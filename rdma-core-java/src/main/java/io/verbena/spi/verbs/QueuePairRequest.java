package io.verbena.spi.verbs;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendOperation;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a queue pair is to be.
 *
 * @param domain its protection domain
 * @param type its service
 * @param sendQueue where its sends are completed, 0 if it has none
 * @param receiveQueue where its receives are, 0 if it has none
 * @param sharedReceiveQueue what it receives from, 0 for a queue of its own
 * @param capacity how large it is at least
 * @param allSignaled whether every send is completed, even if it succeeds
 * @param operations what it posts by the extended functions; none for a queue pair that does not
 * @param xrcDomain the XRC domain of a receiving end, 0 for any other
 * @param table the table of work queues that it receives into, 0 for none
 * @param hash how packets are spread over the table, null without one
 * @param flags what it does beside
 * @param headerBytes the longest headers of sends that the device cuts into packets, 0 if it sends none
 * @param sourceNumber the number that its packets name as their sender, 24 bits; 0 for its own
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
        long xrcDomain,
        long table,
        @Nullable ReceiveHash hash,
        Set<QueuePairFlag> flags,
        int headerBytes,
        int sourceNumber,
        long cookie) {}
