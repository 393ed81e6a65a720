package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One wait for the completions of many streams, for events of the connection manager, and for wake-ups. The wait is a wait for the
 * completion channel of the first device. Only if streams use several devices, a thread for each further device reads its channel
 * and ends the wait.
 */
final class StreamEvents {
    private final Map<StreamDevice, CompletionChannel> channels = new ConcurrentHashMap<>();
    private final AtomicLong signals = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signaled = lock.newCondition();
    private volatile @Nullable CompletionChannel home;

    /** Returns the channel of a device, which is closed with the device. */
    CompletionChannel channel(StreamDevice device) {
        CompletionChannel known = channels.get(device);
        if (known != null) {
            return known;
        }
        lock.lock();
        try {
            return channels.computeIfAbsent(device, this::open);
        } finally {
            lock.unlock();
        }
    }

    private CompletionChannel open(StreamDevice device) {
        channels.keySet().removeIf(other -> other.context().isClosed());
        CompletionChannel opened = device.context().completionChannel();
        CompletionChannel first = home;
        if (first == null || first.isClosed()) {
            home = opened;
            signals.incrementAndGet();
            signaled.signalAll();
        } else {
            new CallbackThread(
                            () -> forward(opened),
                            "verbena-streams-" + device.context().device())
                    .start();
        }
        return opened;
    }

    /** Ends the wait for each event of a channel that is not waited for, until the channel is closed. */
    private void forward(CompletionChannel channel) {
        long seen = channel.events();
        while (!channel.isClosed()) {
            try {
                channel.awaitEvents(seen);
            } catch (RdmaException e) {
                // The channel was closed or the device removed; the streams find that themselves.
                wakeUp();
                return;
            }
            seen = channel.events();
            wakeUp();
        }
    }

    /** Returns the number of events; an event after this call ends {@link #await}. */
    long events() {
        CompletionChannel first = home;
        return signals.get() + (first == null ? 0 : first.events());
    }

    /**
     * Waits until there is an event after {@link #events} was read, or until the deadline. A wait for a completion channel does not
     * read the clock.
     *
     * @return false after the deadline
     */
    boolean await(long seen, Deadline deadline) {
        boolean inTime = true;
        while (inTime && events() == seen) {
            CompletionChannel first = home;
            if (first == null || first.isClosed()) {
                awaitSignal(seen, deadline);
                inTime = !deadline.isOver();
            } else {
                long before = first.events();
                inTime = events() != seen || awaitChannel(first, before, deadline);
            }
        }
        return inTime;
    }

    private boolean awaitChannel(CompletionChannel channel, long before, Deadline deadline) {
        try {
            return channel.awaitEvents(before, deadline);
        } catch (InterruptedWaitException e) {
            throw e;
        } catch (RdmaException e) {
            signals.incrementAndGet();
            return true;
        }
    }

    /** Reads the events that have arrived, without waiting, so that the queues have them. */
    void read() {
        CompletionChannel first = home;
        if (first != null) {
            try {
                first.readEvents();
            } catch (RdmaException e) {
                // The device was removed, which the streams find themselves.
                signals.incrementAndGet();
            }
        }
    }

    /** Closes the channels. Their streams are closed. */
    void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(channels.values());
        failures.rethrow();
    }

    private boolean hasNoHome() {
        CompletionChannel first = home;
        return first == null || first.isClosed();
    }

    private void awaitSignal(long seen, Deadline deadline) {
        lock.lock();
        try {
            while (events() == seen && hasNoHome() && !deadline.isOver()) {
                // Limited, since the device of the first channel may be removed while others stay.
                long unused = signaled.awaitNanos(Math.min(deadline.remainingNanos(), TimeUnit.SECONDS.toNanos(1)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(this);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the wait, or the next one. */
    void wakeUp() {
        signals.incrementAndGet();
        lock.lock();
        try {
            signaled.signalAll();
        } finally {
            lock.unlock();
        }
        CompletionChannel first = home;
        if (first != null) {
            try {
                first.wakeUp();
            } catch (RdmaException e) {
                // A thread that waits for a closed channel is woken by its close.
                return;
            }
        }
    }

    @Override
    public String toString() {
        return "StreamEvents[" + channels.size() + " devices]";
    }
}
