package io.verbena.jni;

/** An eventfd ({@code eventfd(2)}), with which a thread wakes another thread that polls in native code. */
public final class EventFd {
    static {
        NativeLibrary.load("verbena_base");
    }

    private EventFd() {}

    /** Returns a new non-blocking eventfd, or {@code -errno}. */
    public static native int create();

    /** Makes the eventfd readable until it is drained, which wakes the thread that polls it. Returns 0 or {@code -errno}. */
    public static native int wake(int fd);

    /** Consumes all pending wake-ups. Returns 1 if there were any, 0 if there were none, or {@code -errno}. */
    public static native int drain(int fd);

    /** Closes the eventfd, which no thread may be polling. Returns 0 or {@code -errno}. */
    public static native int close(int fd);
}
