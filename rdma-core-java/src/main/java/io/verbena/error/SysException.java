package io.verbena.error;

/** A call of the operating system or of a C library failed. */
public class SysException extends RdmaException {
    private final String call;
    private final int errno;

    /**
     * Describes a failed call.
     *
     * @param call the function of the C library, such as {@code umad_open_port}
     * @param object the object of the call, such as {@code mlx5_0/1}
     * @param errno the positive error number
     * @param advice what to do about the failure; empty if unknown
     */
    public SysException(String call, String object, int errno, String advice) {
        super(call + "(" + object + ") failed: " + Errno.text(errno) + (advice.isEmpty() ? "" : "; " + advice));
        this.call = call;
        this.errno = errno;
    }

    /** Returns the function of the C library. */
    public String call() {
        return call;
    }

    /** Returns the positive error number. */
    public int errno() {
        return errno;
    }
}
