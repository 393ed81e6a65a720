package io.verbena.verbs;

import org.jspecify.annotations.Nullable;

/**
 * A thread of the library that calls what users left with it. What such a call closes does not wait for another of these threads:
 * that one may be in a call that closes the same, and waits for this one.
 */
public final class CallbackThread extends Thread {

    /** One that keeps no program from its end; it is to be started. */
    public CallbackThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    /** Waits for the end of one, as far as the thread that calls this may; an interrupt ends the wait. */
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

    /** Tells the handler of the current thread what a call threw that is to keep this thread from nothing else. */
    public static void report(Throwable thrown) {
        Thread current = currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
    }
}
