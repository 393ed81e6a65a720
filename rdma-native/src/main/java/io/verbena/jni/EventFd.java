package io.verbena.jni;

/** An eventfd: one thread waits for it in a native poll, another wakes that thread. */
public final class EventFd {
    static {
        NativeLibrary.load("verbena_base");
    }

    private EventFd() {}

    /** Returns a new non-blocking eventfd, or {@code -errno}. */
    public static native int create();

    /** Wakes whoever polls the eventfd, now or later, until it is drained; returns 0 or {@code -errno}. */
    public static native int wake(int fd);

    /** Takes all pending wake-ups; returns 1 if there were any, 0 if there was none, or {@code -errno}. */
    public static native int drain(int fd);

    /** Closes the eventfd, which nobody may be polling; returns 0 or {@code -errno}. */
    public static native int close(int fd);
}
