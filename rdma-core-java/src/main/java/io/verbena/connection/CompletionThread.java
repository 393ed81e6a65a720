package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.InterruptedWaitException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a group. It takes the completions of connections that have futures or listeners, for which no thread may be
 * waiting, and at intervals it looks whether all connections are alive.
 *
 * <p>While every connection is served by the threads that wait for it, this thread stays away from the completion channel: it
 * would be woken for each of their messages.
 */
final class CompletionThread {
    /**
     * The work of the thread for the connections.
     *
     * @param look checks their liveness
     * @param failed ends them, because the device reports no more completions
     */
    record Watch(Runnable look, Consumer<? super RdmaException> failed) {}

    private final CompletionChannel channel;
    private final String name;
    private final Watch watch;

    /** Replaced under the lock of this. */
    private volatile CompletionPump[] served = {};

    /** Whether the liveness check is due. */
    private volatile boolean due;

    private volatile boolean ended;

    /** The shortest interval that a connection wants; guarded by this, as is the thread. */
    private long tickNanos = Long.MAX_VALUE;

    private @Nullable Thread thread;

    CompletionThread(CompletionChannel channel, String name, Watch watch) {
        this.channel = channel;
        this.name = name;
        this.watch = watch;
    }

    /** Checks the liveness of the connections at least at this interval from now on. */
    synchronized void watch(long nanos) {
        boolean first = tickNanos == Long.MAX_VALUE;
        tickNanos = Math.min(tickNanos, nanos);
        start();
        if (first) {
            scheduleTick();
        }
    }

    private void start() {
        if (thread == null) {
            thread = new CallbackThread(this::run, name);
            thread.start();
        }
    }

    /** Wakes the thread of the group, which does the work: the check may run callbacks, which the timer of the JDK must not. */
    private synchronized void scheduleTick() {
        Executor timer = CompletableFuture.delayedExecutor(tickNanos, TimeUnit.NANOSECONDS, Runnable::run);
        timer.execute(this::tick);
    }

    private void tick() {
        due = true;
        wakeUp();
    }

    private void wakeUp() {
        synchronized (this) {
            notifyAll();
            if (served.length == 0) {
                return;
            }
        }
        try {
            channel.wakeUp();
        } catch (RdmaException e) {
            // The thread sees that the channel is closed, or its device gone.
            return;
        }
    }

    void serve(CompletionPump pump) {
        synchronized (this) {
            CompletionPump[] more = Arrays.copyOf(served, served.length + 1);
            more[served.length] = pump;
            served = more;
            start();
        }
        wakeUp();
    }

    synchronized void forget(CompletionPump pump) {
        served = Arrays.stream(served).filter(other -> other != pump).toArray(CompletionPump[]::new);
    }

    private void run() {
        try {
            boolean isLeft = false;
            while (!ended) {
                // Read before the check, so that a later tick counts as an event.
                long seen = channel.events();
                look();
                // While completions are left, no event announces them: serve every connection.
                boolean all = isLeft;
                isLeft = false;
                for (CompletionPump pump : served) {
                    isLeft |= serveOne(pump, all);
                }
                if (!isLeft) {
                    // A callback may have left its interrupt status set.
                    Thread.interrupted();
                    await(seen);
                }
            }
        } catch (ClosedObjectException e) {
            return;
        } catch (RdmaException e) {
            watch.failed().accept(e);
        }
    }

    private void look() {
        if (due) {
            due = false;
            try {
                watch.look().run();
            } finally {
                scheduleTick();
            }
        }
    }

    private void await(long seen) {
        if (served.length > 0) {
            try {
                channel.awaitEvents(seen);
            } catch (InterruptedWaitException e) {
                // An interrupt is meant for a callback, and must not end the connections of the group.
                Thread.interrupted();
            }
            return;
        }
        synchronized (this) {
            try {
                while (served.length == 0 && !due && !ended) {
                    wait();
                }
            } catch (InterruptedException e) {
                // A callback has left its interrupt status set.
                return;
            }
        }
    }

    /** Serves a connection, whose failure does not reach the others. Returns whether completions are left. */
    private boolean serveOne(CompletionPump pump, boolean anyway) {
        try {
            return pump.serve(anyway);
        } catch (RdmaException e) {
            // The connection is closed, or the pump has ended it.
            forget(pump);
        } catch (RuntimeException | Error e) {
            forget(pump);
            CallbackThread.report(e);
        }
        return false;
    }

    /** Waits for the end of the thread, after the channel was closed. */
    void join() {
        @Nullable Thread running;
        synchronized (this) {
            running = thread;
            ended = true;
            notifyAll();
        }
        CallbackThread.await(running);
    }
}
