package io.verbena.error;

/** A call into the system failed. */
public class SysException extends RdmaException {
    private final String call;
    private final int errno;

    /**
     * Describes a failed call.
     *
     * @param call the function of the C library, such as {@code umad_open_port}
     * @param object what it was called on, such as {@code mlx5_0/1}
     * @param errno the positive error number
     * @param advice what to do about it; empty where nothing is known
     */
    public SysException(String call, String object, int errno, String advice) {
        super(call + "(" + object + ") failed: " + Errno.text(errno) + (advice.isEmpty() ? "" : "; " + advice));
        this.call = call;
        this.errno = errno;
    }

    /** The function of the C library. */
    public String call() {
        return call;
    }

    /** The positive error number. */
    public int errno() {
        return errno;
    }
}
