package io.verbena.error;

/** The device, its driver or the installed library does not support a function. */
public final class UnsupportedException extends SysException {
    /**
     * Describes an unsupported function.
     *
     * @param call the function of the C library, such as {@code ibv_alloc_mw}
     * @param object the object of the call, such as {@code siw0}
     * @param errno the positive error number
     * @param advice the part that does not support it
     */
    public UnsupportedException(String call, String object, int errno, String advice) {
        super(call, object, errno, advice);
    }
}
