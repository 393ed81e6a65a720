package io.verbena.stream;

import io.verbena.spi.stream.StreamDriver;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waits for many streams (rpoll). One thread at a time waits; others may add, remove and close streams, and {@linkplain #wakeUp
 * wake} it. A stream that is ready is reported again until it is read, written or accepted.
 */
public final class StreamPoller implements AutoCloseable {
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Predicate<StreamEnd> isOwn;
    private final Consumer<? super StreamPoller> forget;
    private final StreamWait wait;
    private final Map<StreamEnd, Integer> interests = new ConcurrentHashMap<>();
    private final ReentrantLock waiting = new ReentrantLock();
    private volatile boolean woken;
    private volatile boolean closed;

    /**
     * Creates a poller.
     *
     * @param isOwn whether a stream belongs to the {@link Streams} of this poller
     * @param forget is called when the poller is closed
     */
    StreamPoller(StreamDriver driver, Predicate<StreamEnd> isOwn, Consumer<? super StreamPoller> forget) {
        this.isOwn = isOwn;
        this.forget = forget;
        this.wait = new StreamWait(driver);
    }

    /**
     * Adds a stream or a server from the next {@link #poll} on, or changes what is waited for.
     *
     * @throws IllegalArgumentException if the stream is of another {@link Streams}
     * @throws ClosedObjectException if the stream or this poller is closed
     */
    public void add(StreamEnd end, Set<StreamReadiness> wanted) {
        checkOpen();
        end.using(() -> {
            if (!isOwn.test(end)) {
                throw new IllegalArgumentException(end + " is of another library than " + this);
            }
            interests.put(end, StreamReadiness.bits(wanted));
            end.add(wait);
        });
        wait.wake();
    }

    /** Removes a stream or a server. */
    public void remove(StreamEnd end) {
        interests.remove(end);
        end.remove(wait);
        wait.wake();
    }

    /**
     * Waits until a stream is ready. Closed streams are removed.
     *
     * @param longest timeout; zero to return at once
     * @return the streams that are ready; empty after the timeout or a wake-up
     * @throws ClosedObjectException if this poller is closed
     */
    public Map<StreamEnd, Set<StreamReadiness>> poll(Duration longest) {
        Deadline deadline = Deadline.in(longest);
        try {
            if (!waiting.tryLock() && !waiting.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                return Map.of();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(this);
        }
        try {
            return pollAlone(deadline);
        } finally {
            waiting.unlock();
        }
    }

    private Map<StreamEnd, Set<StreamReadiness>> pollAlone(Deadline deadline) {
        while (true) {
            checkOpen();
            boolean last = woken || deadline.isOver();
            woken = false;
            Map<StreamEnd, Set<StreamReadiness>> ready = look(last ? 0 : deadline.remainingNanos());
            if (!ready.isEmpty() || last) {
                return ready;
            }
        }
    }

    private Map<StreamEnd, Set<StreamReadiness>> look(long nanos) {
        interests.keySet().removeIf(end -> !end.isOpen());
        List<StreamEnd> entered = new ArrayList<>();
        try {
            List<Map.Entry<StreamEnd, Integer>> snapshot = new ArrayList<>(interests.entrySet());
            wait.room(snapshot.size());
            boolean all = true;
            for (Map.Entry<StreamEnd, Integer> interest : snapshot) {
                StreamEnd end = interest.getKey();
                if (end.tryEnter()) {
                    wait.set(entered.size(), end.number, end.waitedFor(interest.getValue()));
                    entered.add(end);
                } else {
                    all = false;
                }
            }
            return wait.await(entered.size(), all ? nanos : Math.min(nanos, LOOK_AGAIN_NANOS))
                    ? ready(entered)
                    : Map.of();
        } finally {
            entered.forEach(StreamEnd::leave);
        }
    }

    private Map<StreamEnd, Set<StreamReadiness>> ready(List<StreamEnd> entered) {
        Map<StreamEnd, Set<StreamReadiness>> ready = new LinkedHashMap<>();
        for (int i = 0; i < entered.size(); i++) {
            int bits = wait.ready(i);
            if (bits != 0) {
                ready.put(entered.get(i), StreamReadiness.of(bits));
            }
        }
        return ready;
    }

    /** Ends the current wait or, if there is none, the next. */
    public void wakeUp() {
        checkOpen();
        woken = true;
        wait.wake();
    }

    private void checkOpen() {
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    /** Closes this poller and wakes a waiting thread. The streams stay open. Does nothing the second time. */
    @Override
    public void close() {
        closed = true;
        wait.wake();
        waiting.lock();
        try {
            interests.keySet().forEach(end -> end.remove(wait));
            interests.clear();
            wait.destroy();
        } finally {
            waiting.unlock();
            forget.accept(this);
        }
    }

    @Override
    public String toString() {
        return "StreamPoller[" + interests.size() + " streams]";
    }
}
