package io.verbena.embedded.hca.memory;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;

/**
 * Creates the exceptions of failed calls, named after the functions of libibverbs.
 *
 * @param device the name of the device
 */
public record Refusals(String device) {
    /** Returns the exception of a call that fails with an errno. */
    public SysException refuse(String call, int errno, String advice) {
        return new SysException(call, device, errno, advice);
    }

    /** Returns the exception of a call with an invalid argument (EINVAL). */
    public SysException invalid(String call, String advice) {
        return refuse(call, Errno.EINVAL, advice);
    }

    /** Returns the exception of a function that embedded devices do not implement (EOPNOTSUPP). */
    public UnsupportedException unsupported(String call) {
        return unsupported(call, "embedded devices do not implement this function");
    }

    /**
     * Returns the exception of a function that embedded devices do not implement, with the advice what to do instead.
     */
    public UnsupportedException unsupported(String call, String advice) {
        return new UnsupportedException(call, device, Errno.EOPNOTSUPP, advice);
    }
}
