package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;

/** A work request completed with an error. */
public final class WorkCompletionException extends RdmaException {
    private final long id;
    private final WorkCompletionStatus status;
    private final int queuePair;
    private final int vendorError;

    WorkCompletionException(long id, int queuePair, WorkCompletionStatus status, int vendorError) {
        super("request " + id + " on queue pair " + queuePair + " failed: " + status.text() + " (vendor error 0x"
                + Integer.toHexString(vendorError) + ")");
        this.id = id;
        this.status = status;
        this.queuePair = queuePair;
        this.vendorError = vendorError;
    }

    /** Returns the ID with which the request was posted. */
    public long id() {
        return id;
    }

    /** Returns the status of the completion. */
    public WorkCompletionStatus status() {
        return status;
    }

    /** Returns the number of the queue pair to which the request was posted. */
    public int queuePair() {
        return queuePair;
    }

    /** Returns the vendor's error code. */
    public int vendorError() {
        return vendorError;
    }
}
