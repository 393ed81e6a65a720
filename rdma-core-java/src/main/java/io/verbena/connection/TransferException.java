package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;

/** A request ended with an error, and the connection with it. */
public final class TransferException extends ConnectionException {
    private final WorkCompletionStatus status;

    TransferException(String request, WorkCompletionStatus status) {
        super(request + " failed: " + status.text() + advice(status), null);
        this.status = status;
    }

    private static String advice(WorkCompletionStatus status) {
        return switch (status) {
            case REMOTE_ACCESS_ERROR ->
                "; the key, the place or the access that was advertised is not what is registered there";
            case LOCAL_LENGTH_ERROR -> "; the message is longer than the buffer that it was received into";
            case RNR_RETRY_EXCEEDED -> "; the other side has posted no receive, see announceReceives";
            case RETRY_EXCEEDED -> "; the other side does not answer";
            default -> "";
        };
    }

    /** How it ended. */
    public WorkCompletionStatus status() {
        return status;
    }
}
