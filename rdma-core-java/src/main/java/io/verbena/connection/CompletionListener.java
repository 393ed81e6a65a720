package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;

/** Notified of the completions of requests without futures. */
@FunctionalInterface
public interface CompletionListener {

    /**
     * Called for each completion, in the order of the queue, by one thread at a time: that of the group, or one that waits for
     * the connection. It may post requests and must not wait for any.
     *
     * @param request the number of the request, as {@link RdmaOperations} returned it
     * @param bytes the number of bytes that the request moved
     */
    void completed(Queue queue, long request, int bytes, WorkCompletionStatus status);
}
