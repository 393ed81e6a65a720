package io.verbena.embedded.hca.memory;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;

/**
 * Refuses calls in the words of libibverbs.
 *
 * @param device the name of the device
 */
public record Refusals(String device) {
    /** For a call that fails with an errno. */
    public SysException refuse(String call, int errno, String advice) {
        return new SysException(call, device, errno, advice);
    }

    /** For an argument that makes no sense. */
    public SysException invalid(String call, String advice) {
        return refuse(call, Errno.EINVAL, advice);
    }

    /** For what this device has not. */
    public UnsupportedException unsupported(String call) {
        return unsupported(call, "an embedded device does not have it");
    }

    /** For what it has not, with what to do instead. */
    public UnsupportedException unsupported(String call, String advice) {
        return new UnsupportedException(call, device, Errno.EOPNOTSUPP, advice);
    }
}
