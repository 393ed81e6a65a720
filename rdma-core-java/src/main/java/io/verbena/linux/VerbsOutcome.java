package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.jni.verbs.Verbs;
import org.jspecify.annotations.Nullable;

/** Makes an exception of what a function of libibverbs answers when it fails. */
final class VerbsOutcome {
    /** Why an allocator had no memory for the call that this thread is in. */
    private static final ThreadLocal<@Nullable Throwable> BLAMED = new ThreadLocal<>();

    private final String device;

    VerbsOutcome(String device) {
        this.device = device;
    }

    /** Names the cause of what fails next, if the call fails that this thread makes an object by. */
    void blame(Throwable cause) {
        BLAMED.set(cause);
    }

    /** Passes an object on. */
    long handle(String call, long outcome) {
        Throwable cause = BLAMED.get();
        if (cause != null) {
            BLAMED.remove();
        }
        if (outcome < 0) {
            SysException failure = failure(call, (int) -outcome);
            if (cause != null) {
                failure.initCause(cause);
            }
            throw failure;
        }
        return outcome;
    }

    /** Passes a number on. */
    int check(String call, int outcome) {
        if (outcome < 0) {
            throw failure(call, -outcome);
        }
        return outcome;
    }

    /** Passes on what a function answers that came with a release of rdma-core after that of the headers. */
    long newer(String call, String release, long outcome) {
        if (outcome == Verbs.NOT_IN_LIBRARY) {
            throw new UnsupportedException(
                    call,
                    device,
                    Errno.ENOSYS,
                    "the installed libibverbs does not have it; it came with rdma-core " + release);
        }
        return handle(call, outcome);
    }

    private SysException failure(String call, int errno) {
        return switch (errno) {
            case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPROTONOSUPPORT ->
                new UnsupportedException(call, device, errno, "this device or its driver does not have it");
            default -> new SysException(call, device, errno, advice(call, errno));
        };
    }

    private static String advice(String call, int errno) {
        return switch (errno) {
            case Errno.ENOMEM ->
                call.startsWith("ibv_reg")
                        ? "the memory may exceed what this process may lock: raise the limit with ulimit -l unlimited"
                                + " (LimitMEMLOCK=infinity)"
                        : "the device may have no more of these, or this process may lock no more memory (ulimit -l)";
            case Errno.EBUSY -> "something else still uses it";
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/uverbs*";
            case Errno.EINVAL ->
                "an argument is not one that this device takes, or the object is not in the state for it";
            default -> "";
        };
    }
}
