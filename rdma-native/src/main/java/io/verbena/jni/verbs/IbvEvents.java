package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Waits for completion events and asynchronous events: a poll on the descriptor of libibverbs and on an eventfd. */
@JniClass
public final class IbvEvents {
    private IbvEvents() {}

    /**
     * Waits for completion events and acknowledges them ({@code ibv_get_cq_event}, {@code ibv_ack_cq_events}).
     *
     * @param cookies the address to which the call writes the cookies of the queues, 8 bytes each
     * @param left the address of the timeout in nanoseconds, 8 bytes; the call replaces it by the time that is left
     * @return the number of cookies; 0 after the timeout, a signal or a wake-up
     */
    @JniMethod(accessor = "verbena_verbs_await_completions")
    public static native int awaitCompletions(long channel, long cookies, int max, long left);

    /** Calls {@code sched_yield}. */
    @JniMethod(accessor = "verbena_verbs_yield")
    public static native void yieldProcessor();

    /** Ends the current wait on a completion channel, or the next one if no thread waits. */
    @JniMethod(accessor = "verbena_verbs_wake_channel")
    public static native int wakeChannel(long channel);

    /**
     * Waits for asynchronous events and acknowledges them ({@code ibv_get_async_event}, {@code ibv_ack_async_event}).
     *
     * @param events the address to which the call writes 16 bytes for each event: type, port and cookie
     * @return the number of events; 0 after the timeout, a signal or a wake-up
     */
    @JniMethod(accessor = "verbena_verbs_await_events")
    public static native int awaitEvents(long context, long events, int max, int timeoutMs);

    /** Ends the current wait for asynchronous events, or the next one if no thread waits. */
    @JniMethod(accessor = "verbena_verbs_wake_context")
    public static native int wakeContext(long context);
}
