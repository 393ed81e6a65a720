package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;

/** Creates the exceptions of failed calls, named after the functions of librdmacm. */
final class Failures {
    private Failures() {}

    static SysException of(String call, Object subject, int errno, String advice) {
        return new SysException(call, subject.toString(), errno, advice);
    }

    static SysException state(String call, Object subject, String needed) {
        return of(call, subject, Errno.EINVAL, "the identifier must " + needed);
    }

    static SysException privateData(String call, Object subject, int length, int most) {
        return of(call, subject, Errno.EINVAL, length + " bytes of private data; there can be at most " + most);
    }
}
