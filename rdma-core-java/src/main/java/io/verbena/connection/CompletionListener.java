package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;

/** Is told how requests ended that no future waits for. */
@FunctionalInterface
public interface CompletionListener {

    /**
     * A request ended. Called in the order in which requests of a queue end, by one thread at a time: that of the group, or
     * one that waits for the connection. It may post requests, and must not wait for any.
     *
     * @param request the number that {@link RawRequests} answered
     * @param bytes how many it moved
     */
    void completed(Queue queue, long request, int bytes, WorkCompletionStatus status);
}
