package io.verbena.verbs;

import io.verbena.hca.AsyncEventType;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous event of a device.
 *
 * @param type the type of the event
 * @param port the port that the event is about; 0 if it is about an object or the device
 * @param subject the object that the event is about; null if it is about a port, or the object was closed
 */
public record AsyncEvent(
        AsyncEventType type, int port, @Nullable VerbsObject subject) {

    /**
     * Returns whether the subject has failed permanently: the device, a completion queue, a shared receive queue or a work queue. A
     * queue pair that failed is in state ERROR and can be reset.
     */
    public boolean isFatal() {
        return switch (type) {
            case DEVICE_FATAL, COMPLETION_QUEUE_ERROR, SHARED_RECEIVE_QUEUE_ERROR, WORK_QUEUE_FATAL -> true;
            default -> false;
        };
    }

    /** Returns whether the subject is a queue pair that an error has taken to state ERROR. */
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
