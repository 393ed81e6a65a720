package io.verbena.verbs;

import io.verbena.hca.AsyncEventType;
import org.jspecify.annotations.Nullable;

/**
 * What a device told unasked.
 *
 * @param type what happened
 * @param port the port it happened to; 0 if it is about an object, or the device
 * @param subject the object it happened to; null if it is about a port, or the object is closed meanwhile
 */
public record AsyncEvent(
        AsyncEventType type, int port, @Nullable VerbsObject subject) {

    /**
     * Whether the subject failed for good: the device, a completion queue, a shared receive queue or a work queue. A queue
     * pair that did is in state ERROR, and can be reset.
     */
    public boolean isFatal() {
        return switch (type) {
            case DEVICE_FATAL, COMPLETION_QUEUE_ERROR, SHARED_RECEIVE_QUEUE_ERROR, WORK_QUEUE_FATAL -> true;
            default -> false;
        };
    }

    /** Whether the subject is a queue pair that an error took to state ERROR. */
    boolean isQueuePairError() {
        return switch (type) {
            case QUEUE_PAIR_FATAL, QUEUE_PAIR_REQUEST_ERROR, QUEUE_PAIR_ACCESS_ERROR -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        String where = port > 0 ? ", port " + port : "";
        return type.text() + where + (subject == null ? "" : ", " + subject);
    }
}
