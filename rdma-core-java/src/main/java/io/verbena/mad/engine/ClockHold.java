package io.verbena.mad.engine;

import io.verbena.spi.MadChannel;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stops the simulated clock of a channel while a server handles a request, from the moment the request leaves the reader. The
 * clock runs while the handler waits for a call of its own. Channels without a simulated clock ignore it.
 */
final class ClockHold {
    private static final ThreadLocal<@Nullable ClockHold> CURRENT = new ThreadLocal<>();

    private final MadChannel channel;

    /** Stops the clock until {@link #run} returns or {@link #release} is called. */
    ClockHold(MadChannel channel) {
        this.channel = channel;
        channel.working();
    }

    /** Runs the handler on the calling thread. */
    void run(Runnable handling) {
        CURRENT.set(this);
        try {
            handling.run();
        } finally {
            CURRENT.remove();
            release();
        }
    }

    /** Releases the clock without running a handler. */
    void release() {
        channel.rested();
    }

    /**
     * Lets the clock run until a future completes, if the calling thread is a handler. The thread that completes the future
     * stops the clock again, so it does not run between completion and wake-up.
     *
     * @param future a future that completes in any case
     */
    static void suspendUntil(CompletableFuture<?> future) {
        ClockHold hold = CURRENT.get();
        if (hold != null) {
            CompletableFuture<?> unused = future.whenComplete((response, failure) -> hold.channel.working());
            // Last, because the clock must not run before its stop is arranged.
            hold.channel.rested();
        }
    }
}
