package io.verbena.hca;

/**
 * How large a shared receive queue is.
 *
 * @param requests requests that nothing was received into yet
 * @param segments segments of a request
 * @param limit an event comes when fewer requests are there, once; 0 for none
 */
public record SharedReceiveQueueAttributes(int requests, int segments, int limit) {
    /** A queue without a limit. */
    public static SharedReceiveQueueAttributes of(int requests, int segments) {
        return new SharedReceiveQueueAttributes(requests, segments, 0);
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
