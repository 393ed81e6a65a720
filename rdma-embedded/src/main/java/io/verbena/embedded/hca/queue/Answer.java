package io.verbena.embedded.hca.queue;

import io.verbena.hca.WorkCompletionStatus;

/** What comes back for a request (IBA 9.7.5.2.8), and what it is completed with if that is the last word. */
enum Answer {
    ACKNOWLEDGED(WorkCompletionStatus.SUCCESS),
    /** There is no receive for it: RNR NAK. */
    NOT_READY(WorkCompletionStatus.RNR_RETRY_EXCEEDED),
    /** Nothing comes back. */
    NOTHING(WorkCompletionStatus.RETRY_EXCEEDED),
    INVALID_REQUEST(WorkCompletionStatus.REMOTE_INVALID_REQUEST),
    ACCESS_ERROR(WorkCompletionStatus.REMOTE_ACCESS_ERROR),
    OPERATION_ERROR(WorkCompletionStatus.REMOTE_OPERATION_ERROR);

    private final WorkCompletionStatus status;

    Answer(WorkCompletionStatus status) {
        this.status = status;
    }

    WorkCompletionStatus status() {
        return status;
    }
}
