package io.verbena.verbs;

import io.verbena.error.Errno;
import io.verbena.error.SysException;

/** A request could not be posted; the requests before it in the batch were. */
public final class WorkRequestException extends SysException {
    private final int index;

    WorkRequestException(String call, Object queue, int errno, int index, int count) {
        super(call, queue + ", request " + index + " of " + count, errno, advice(errno));
        this.index = index;
    }

    private static String advice(int errno) {
        return switch (errno) {
            case Errno.ENOMEM -> "the queue is full: poll completions first, or create it with a larger capacity";
            case Errno.EOPNOTSUPP -> "the queue pair was not created for this operation: name it to extended()";
            case Errno.EINVAL ->
                "the queue pair is not in a state for it, or the request has more segments or inline data than it takes";
            default -> "";
        };
    }

    /** Returns the index of the request in the batch, which is the number of posted requests; 0 if the driver does not report it. */
    public int index() {
        return index;
    }
}
