package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Waiting for events, which are acknowledged as soon as they are read. */
@JniClass
public final class VerbsEvents {
    private VerbsEvents() {}

    /**
     * Writes the cookies, 8 bytes each, of queues that have completions; how many; 0 after the time, a signal or a wake-up. At
     * {@code left} stand the ns to wait, 8 bytes, which become those that are left.
     */
    @JniMethod(accessor = "verbena_verbs_await_completions")
    public static native int awaitCompletions(long channel, long cookies, int max, long left);

    /** Lets the threads go on that wait for the processor of this one. */
    @JniMethod(accessor = "verbena_verbs_give_way")
    public static native void giveWay();

    /** Ends the wait for a channel, or the next one. */
    @JniMethod(accessor = "verbena_verbs_wake_channel")
    public static native int wakeChannel(long channel);

    /** Writes what happened, 16 bytes each: type, port, cookie; how many. */
    @JniMethod(accessor = "verbena_verbs_await_events")
    public static native int awaitEvents(long context, long events, int max, int timeoutMs);

    /** Ends the wait for these, or the next one. */
    @JniMethod(accessor = "verbena_verbs_wake_context")
    public static native int wakeContext(long context);
}
