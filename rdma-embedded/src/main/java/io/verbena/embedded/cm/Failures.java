package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;

/** Creates the exceptions of failed calls, named after the functions of librdmacm. */
final class Failures {
    private Failures() {}

    static SysException of(String call, Object subject, int errno, String advice) {
        return new SysException(call, subject.toString(), errno, advice);
    }

    /** Returns the exception of a call that is not permitted in the current state. */
    static SysException state(String call, Object subject, String needed) {
        return of(call, subject, Errno.EINVAL, "the identifier must " + needed);
    }

    /** Returns the exception of private data that exceed their limit. */
    static SysException privateData(String call, Object subject, int length, int most) {
        return of(call, subject, Errno.EINVAL, length + " bytes of private data; there can be at most " + most);
    }
}
