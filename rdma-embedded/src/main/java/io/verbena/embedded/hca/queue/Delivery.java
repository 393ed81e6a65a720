package io.verbena.embedded.hca.queue;

import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the requests of a queue pair in order, as its transport service defines. Guarded by the lock of the
 * requester.
 */
interface Delivery {
    /** Returns whether the transport service has a type of request. */
    boolean carries(WorkRequestOpcode opcode);

    /**
     * Attempts to deliver the next request.
     *
     * @return the status of the completed request, or null if it must be attempted again
     */
    @Nullable WorkCompletionStatus attempt();

    /** Returns the time at which the request that was just delivered completes; 0 for immediately. */
    default long end() {
        return 0;
    }

    /** Returns the earliest time of the next attempt; 0 if no attempt is due. */
    long notBefore();

    /** Starts a connection with a full number of retries. */
    void connected();

    /** Ends the connection, if there is one. */
    default void close() {}

    /** Discards the state of the request that was attempted, if there may be several attempts. */
    default void restart() {}
}
