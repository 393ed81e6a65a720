package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;

/** A request ended with an error. */
public final class WorkCompletionException extends RdmaException {
    private final long id;
    private final WorkCompletionStatus status;
    private final int queuePair;
    private final int vendorError;

    WorkCompletionException(WorkCompletion completion) {
        super("request " + completion.id() + " on queue pair " + completion.queuePair() + " failed: "
                + completion.status().text() + " (vendor error 0x" + Integer.toHexString(completion.vendorError())
                + ")");
        this.id = completion.id();
        this.status = completion.status();
        this.queuePair = completion.queuePair();
        this.vendorError = completion.vendorError();
    }

    /** What the request was posted with. */
    public long id() {
        return id;
    }

    /** How it ended. */
    public WorkCompletionStatus status() {
        return status;
    }

    /** The number of the queue pair it was posted to. */
    public int queuePair() {
        return queuePair;
    }

    /** What the vendor says of it. */
    public int vendorError() {
        return vendorError;
    }
}
