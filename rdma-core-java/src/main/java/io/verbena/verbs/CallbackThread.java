package io.verbena.verbs;

import org.jspecify.annotations.Nullable;

/**
 * A thread of the library that calls callbacks of users. A callback that closes an object does not wait for another of these
 * threads, whose callback may be closing the same object and waiting for this thread.
 */
public final class CallbackThread extends Thread {

    /** Creates a daemon thread, which the caller starts. */
    public CallbackThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    /** Waits for the end of a thread unless the calling thread is such a thread itself; an interrupt ends the wait. */
    public static void await(@Nullable Thread ending) {
        if (ending == null || currentThread() instanceof CallbackThread) {
            return;
        }
        try {
            ending.join();
        } catch (InterruptedException e) {
            currentThread().interrupt();
        }
    }

    /** Passes an exception of a callback to the uncaught exception handler of the current thread, which continues. */
    public static void report(Throwable thrown) {
        Thread current = currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
    }
}
