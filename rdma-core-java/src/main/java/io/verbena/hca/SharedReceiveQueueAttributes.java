package io.verbena.hca;

/**
 * Attributes of a shared receive queue.
 *
 * @param requests the maximum number of outstanding requests
 * @param segments the maximum number of scatter entries of a request
 * @param limit the number of requests below which one event is generated; 0 for none
 */
public record SharedReceiveQueueAttributes(int requests, int segments, int limit) {
    /** Returns the attributes of a queue without a limit. */
    public static SharedReceiveQueueAttributes of(int requests, int segments) {
        return new SharedReceiveQueueAttributes(requests, segments, 0);
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
