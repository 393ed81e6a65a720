package io.verbena.mad;

import io.verbena.spi.MadChannel;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a server has to do, from when a request leaves the reader until it is handled: the channel is told of it, so that
 * time that is simulated stands still. It goes on while the handler waits for the answer to a question of its own.
 */
final class Work {
    private static final ThreadLocal<@Nullable Work> CURRENT = new ThreadLocal<>();

    private final MadChannel channel;

    private Work(MadChannel channel) {
        this.channel = channel;
    }

    /** There is something to do; it is to be {@linkplain #run done} or {@linkplain #end dropped}. */
    static Work begin(MadChannel channel) {
        channel.working();
        return new Work(channel);
    }

    /** Does it, on this thread. */
    void run(Runnable handling) {
        CURRENT.set(this);
        try {
            handling.run();
        } finally {
            CURRENT.remove();
            end();
        }
    }

    /** Nothing is left to do. */
    void end() {
        channel.rested();
    }

    /**
     * This thread waits until a future is complete, which it becomes in any case. Whoever completes it hands the time over:
     * there is no moment at which neither of the two is at work.
     */
    static void awaits(CompletableFuture<?> future) {
        Work work = CURRENT.get();
        if (work != null) {
            CompletableFuture<?> unused = future.whenComplete((answer, failure) -> work.channel.working());
            // Last: time must not run before somebody is there to stop it.
            work.channel.rested();
        }
    }
}
