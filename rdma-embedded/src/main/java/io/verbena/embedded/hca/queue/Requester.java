package io.verbena.embedded.hca.queue;

import io.verbena.hca.QueuePairState;
import io.verbena.spi.verbs.RecordMemory;

/** The half of a queue pair that sends: it takes the requests, delivers them as the transport service defines, and completes them. */
interface Requester {
    void lock();

    void unlock();

    /** Posts requests; see {@link SimulatedQueuePair#postSend}. */
    long post(RecordMemory requests, int stride, int count, boolean allOrNone);

    /** Does all work that is possible now. The lock must be held. */
    void work();

    /** Does the work that has become possible. */
    void resume();

    /** Reacts to a change of the state of the queue pair. The locks of both halves must be held. */
    void entered(QueuePairState last, QueuePairState next);

    /**
     * Returns whether requests are outstanding that were posted before the send queue was drained. The lock must be
     * held.
     */
    boolean isDraining();
}
