package io.verbena.error;

/** The device, its driver or the installed library cannot do this. */
public final class UnsupportedException extends SysException {
    /**
     * Describes what is not supported.
     *
     * @param call the function that was wanted, such as {@code ibv_alloc_mw}
     * @param object what it was called on, such as {@code siw0}
     * @param errno the positive error number
     * @param advice which part cannot do it
     */
    public UnsupportedException(String call, String object, int errno, String advice) {
        super(call, object, errno, advice);
    }
}
