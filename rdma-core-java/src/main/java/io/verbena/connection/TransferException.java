package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;

/** A request failed, which ended the connection. */
public final class TransferException extends ConnectionException {
    private final WorkCompletionStatus status;

    TransferException(String request, WorkCompletionStatus status) {
        super(request + " failed: " + status.text() + advice(status));
        this.status = status;
    }

    private static String advice(WorkCompletionStatus status) {
        return switch (status) {
            case REMOTE_ACCESS_ERROR ->
                "; the key, the bounds or the access of the remote buffer do not match its registration";
            case LOCAL_LENGTH_ERROR -> "; the message is longer than the buffer that it was received into";
            case RNR_RETRY_EXCEEDED -> "; the peer has posted no receive; wait for its announceReceives";
            case RETRY_EXCEEDED -> "; the peer does not respond";
            default -> "";
        };
    }

    /** Returns the status of the completion. */
    public WorkCompletionStatus status() {
        return status;
    }
}
