package io.verbena.connection;

import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the completions of connections that have futures or listeners, for which nobody may be waiting. Connections that
 * are only waited for do without: whoever waits takes the completions.
 */
final class CompletionThread {
    private final CompletionChannel channel;
    private final String name;

    /** Replaced by those who change it, under the lock of this. */
    private volatile CompletionPump[] served = {};

    private @Nullable Thread thread;

    CompletionThread(CompletionChannel channel, String name) {
        this.channel = channel;
        this.name = name;
    }

    void serve(CompletionPump pump) {
        synchronized (this) {
            CompletionPump[] more = Arrays.copyOf(served, served.length + 1);
            more[served.length] = pump;
            served = more;
            if (thread == null) {
                thread = new CallbackThread(this::run, name);
                thread.start();
            }
        }
        try {
            channel.wakeUp();
        } catch (ClosedObjectException e) {
            // Whoever closed it meanwhile fails what is under way.
            return;
        }
    }

    synchronized void forget(CompletionPump pump) {
        served = Arrays.stream(served).filter(other -> other != pump).toArray(CompletionPump[]::new);
    }

    private void run() {
        try {
            boolean isLeft = false;
            while (true) {
                long seen = channel.events();
                // While something is left nobody waits for events, so that each is asked.
                boolean all = isLeft;
                isLeft = false;
                for (CompletionPump pump : served) {
                    isLeft |= serveOne(pump, all);
                }
                if (!isLeft) {
                    // What a callback left is not for this thread.
                    Thread.interrupted();
                    channel.awaitEvents(seen);
                }
            }
        } catch (ClosedObjectException e) {
            return;
        }
    }

    /** Whether it is to be served again at once. What one connection suffers is not to reach the others. */
    private boolean serveOne(CompletionPump pump, boolean anyway) {
        try {
            return pump.serve(anyway);
        } catch (ClosedObjectException e) {
            forget(pump);
        } catch (RuntimeException | Error e) {
            forget(pump);
            CallbackThread.report(e);
        }
        return false;
    }

    /** After the channel was closed. */
    void join() {
        @Nullable Thread running;
        synchronized (this) {
            running = thread;
        }
        CallbackThread.await(running);
    }
}
