package io.verbena.stream;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waits for many streams (compare rpoll). One thread at a time waits; others may add, remove and close streams, and {@linkplain #wakeUp
 * wake} it. A stream that is ready is reported again until it is read, written or accepted.
 */
public final class StreamPoller implements AutoCloseable {
    private final Predicate<StreamEnd> isOwn;
    private final Consumer<? super StreamPoller> forget;
    private final StreamEvents events;
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
    StreamPoller(StreamEvents events, Predicate<StreamEnd> isOwn, Consumer<? super StreamPoller> forget) {
        this.events = events;
        this.isOwn = isOwn;
        this.forget = forget;
    }

    /**
     * Adds a stream or a server from the next {@link #poll} on, or changes what is waited for.
     *
     * @throws IllegalArgumentException if the stream is of another {@link Streams}
     * @throws ClosedObjectException if the stream or this poller is closed
     */
    public void add(StreamEnd end, Set<StreamReadiness> wanted) {
        checkOpen();
        end.requireOpen();
        if (!isOwn.test(end)) {
            throw new IllegalArgumentException(end + " is of another library than " + this);
        }
        interests.put(end, StreamReadiness.bits(wanted));
        events.wakeUp();
    }

    /** Removes a stream or a server. */
    public void remove(StreamEnd end) {
        interests.remove(end);
        events.wakeUp();
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
            long seen = events.events();
            boolean last = woken || deadline.isOver();
            woken = false;
            Map<StreamEnd, Set<StreamReadiness>> ready = look();
            if (!ready.isEmpty() || last) {
                return ready;
            }
            events.await(seen, deadline);
        }
    }

    private Map<StreamEnd, Set<StreamReadiness>> look() {
        Map<StreamEnd, Set<StreamReadiness>> ready = new LinkedHashMap<>();
        interests.forEach((end, wanted) -> {
            int bits = end.ready() & wanted;
            if (!end.isOpen()) {
                interests.remove(end);
            } else if (bits != 0) {
                ready.put(end, StreamReadiness.of(bits));
            }
        });
        return ready;
    }

    /** Ends the current wait or, if there is none, the next. */
    public void wakeUp() {
        checkOpen();
        woken = true;
        events.wakeUp();
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
        events.wakeUp();
        waiting.lock();
        try {
            interests.clear();
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
