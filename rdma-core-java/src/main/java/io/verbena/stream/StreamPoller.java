package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for many streams (compare rpoll). One thread at a time waits; others may add, remove and close streams, and {@linkplain #wakeUp
 * wake} it. A stream that is ready is reported again until it is read, written or accepted.
 */
public final class StreamPoller implements AutoCloseable {
    /** Number of streams up to which their completion queues are polled without a look at the completion channel. */
    private static final int FEW = 8;

    private static final int REMOVED = -1;

    /** Time in which the device sends what was posted before a connection is reset. */
    private static final long RESET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Predicate<StreamEnd> isOwn;
    private final Consumer<? super StreamPoller> forget;
    private final StreamEvents events;
    private final long spinNanos;
    private final Map<StreamEnd, Interest> interests = new ConcurrentHashMap<>();
    private final Queue<Farewell> farewells = new ConcurrentLinkedQueue<>();
    private final ReentrantLock waiting = new ReentrantLock();

    /** The interests as an array; null after a stream was added or removed. */
    private volatile Interest @Nullable [] array;

    private volatile boolean woken;
    private volatile boolean closed;

    /** The readiness of a stream that a thread waits for. */
    private static final class Interest {
        final StreamEnd end;
        volatile int wanted;

        Interest(StreamEnd end) {
            this.end = end;
        }
    }

    /**
     * A stream that is being closed.
     *
     * @param until the {@link System#nanoTime} at which what was not sent is lost
     * @param freed runs when the device no longer uses memory of the stream
     */
    private record Farewell(RdmaStream stream, long until, Runnable freed) {
        void free() {
            // The application has closed the stream, and no caller waits for the outcome.
            new ClosingFailures().attempt(stream::free);
            freed.run();
        }
    }

    /**
     * Creates a poller.
     *
     * @param isOwn whether a stream belongs to the {@link Streams} of this poller
     * @param forget is called when the poller is closed
     * @param spin how long to poll before a wait
     */
    StreamPoller(
            StreamEvents events, Predicate<StreamEnd> isOwn, Consumer<? super StreamPoller> forget, Duration spin) {
        this.events = events;
        this.isOwn = isOwn;
        this.forget = forget;
        spinNanos = Deadline.nanos(spin);
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
        Interest interest = interests.get(end);
        if (interest == null) {
            if (!isOwn.test(end)) {
                throw new IllegalArgumentException(end + " is of another library than " + this);
            }
            interest = interests.computeIfAbsent(end, Interest::new);
            array = null;
        }
        interest.wanted = StreamReadiness.bits(wanted);
        end.touch();
        wakeOther();
    }

    /** Removes a stream or a server. */
    public void remove(StreamEnd end) {
        Interest interest = interests.remove(end);
        if (interest != null) {
            interest.wanted = REMOVED;
            array = null;
            wakeOther();
        }
    }

    /**
     * Closes a stream without waiting: {@link #poll} sends what was written, and then frees the stream. {@link #close} waits for
     * that.
     *
     * @param linger the time after which the rest is lost; zero to reset the connection, so that the peer reads a failure after the
     *     bytes that the device sends within 100 ms
     * @param freed runs in {@link #poll} when the device no longer uses memory of the stream; does not run if the stream is
     *     closed already
     * @return whether the stream was open
     */
    public boolean close(RdmaStream stream, Duration linger, Runnable freed) {
        checkOpen();
        remove(stream);
        if (!stream.beginClose(linger.isZero())) {
            return false;
        }
        long longest = linger.isZero() ? RESET_NANOS : Deadline.nanos(linger);
        farewells.add(new Farewell(stream, System.nanoTime() + longest, freed));
        wakeOther();
        return true;
    }

    /** Ends the wait of another thread. */
    private void wakeOther() {
        if (waiting.isLocked() && !waiting.isHeldByCurrentThread()) {
            events.wakeUp();
        }
    }

    /**
     * Waits until a stream is ready. Closed streams are removed.
     *
     * @param longest timeout; zero to return at once
     * @return the streams that are ready; empty after the timeout or a wake-up
     * @throws ClosedObjectException if this poller is closed
     */
    public Map<StreamEnd, Set<StreamReadiness>> poll(Duration longest) {
        Map<StreamEnd, Set<StreamReadiness>> ready = new LinkedHashMap<>();
        poll(longest, ready::put);
        return ready;
    }

    /**
     * Waits until a stream is ready, and passes each stream that is to a handler, which may read, write, add, remove and close
     * streams. Allocates nothing as long as it finds streams without waiting.
     *
     * @param longest timeout; zero to return at once
     * @return the number of streams that were ready; 0 after the timeout or a wake-up
     * @throws ClosedObjectException if this poller is closed
     */
    public int poll(Duration longest, BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        long nanos = Deadline.nanos(longest);
        return poll(nanos > 0, () -> nanos, handler);
    }

    /**
     * Polls as {@link #poll(Duration, BiConsumer)} does, and asks for the timeout only if no stream is ready, for event loops: reading
     * the clock is expensive on some systems.
     *
     * @param mayWait whether to wait
     * @param longestNanos returns the timeout in nanoseconds
     */
    public int poll(
            boolean mayWait,
            LongSupplier longestNanos,
            BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        try {
            if (!waiting.tryLock() && !(mayWait && waiting.tryLock(longestNanos.getAsLong(), TimeUnit.NANOSECONDS))) {
                return 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(this);
        }
        try {
            return pollAlone(mayWait, longestNanos, handler);
        } finally {
            waiting.unlock();
        }
    }

    private int pollAlone(
            boolean mayWait,
            LongSupplier longestNanos,
            BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        Deadline deadline = null;
        boolean last = !mayWait;
        while (true) {
            checkOpen();
            long seen = events.events();
            last |= woken;
            woken = false;
            Interest[] all = all();
            boolean few = all.length <= FEW;
            if (!few) {
                events.read();
            }
            int found = look(all, few, handler);
            freeDrained();
            if (found == 0 && !last && few) {
                found = spin(all, handler);
                found = found > 0 ? found : yieldAndLook(all, handler);
            }
            if (found > 0 || last) {
                return found;
            }
            found = arm(all, handler);
            if (found > 0) {
                return found;
            }
            if (deadline == null) {
                deadline = Deadline.in(Duration.ofNanos(longestNanos.getAsLong()));
            }
            last = !await(seen, deadline);
        }
    }

    /** Waits for an event; returns false after the deadline. */
    private boolean await(long seen, Deadline deadline) {
        if (farewells.isEmpty()) {
            return events.await(seen, deadline);
        }
        long left = untilFarewell(deadline.remainingNanos());
        boolean unused = events.await(seen, Deadline.in(Duration.ofNanos(left)));
        return !deadline.isOver();
    }

    private Interest[] all() {
        Interest[] known = array;
        if (known == null) {
            // A stream that is added from now on makes the array null again.
            array = new Interest[0];
            known = interests.values().toArray(new Interest[0]);
            Interest[] replaced = array;
            if (replaced != null) {
                array = known;
            }
        }
        return known;
    }

    /** Polls the streams, except those that have had no event if the channel was read. */
    private int look(
            Interest[] all, boolean each, BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        int found = 0;
        for (Interest interest : all) {
            if (interest.wanted != REMOVED && (each || !interest.end.isQuiet())) {
                found += tell(interest, interest.end.ready(), handler);
            }
        }
        return found;
    }

    private int spin(Interest[] all, BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        int found = 0;
        if (spinNanos > 0) {
            long start = System.nanoTime();
            while (found == 0 && !woken && System.nanoTime() - start < spinNanos) {
                Thread.onSpinWait();
                found = look(all, true, handler);
            }
        }
        return found;
    }

    /** Yields the processor as long as that pays off, which avoids the system calls of {@link #arm} and of the wait. */
    private int yieldAndLook(Interest[] all, BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        int found = 0;
        for (Interest interest : all) {
            while (found == 0 && !woken && interest.wanted != REMOVED && interest.end.tryYield()) {
                found = look(all, true, handler);
            }
        }
        return found;
    }

    /** Requests events, and looks again. */
    private int arm(Interest[] all, BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        int found = 0;
        for (Interest interest : all) {
            int wanted = interest.wanted;
            if (wanted != REMOVED && !interest.end.isQuiet()) {
                found += tell(interest, interest.end.armed(wanted), handler);
            }
        }
        farewells.forEach(farewell -> farewell.stream.armed(0));
        return found;
    }

    private int tell(Interest interest, int bits, BiConsumer<? super StreamEnd, ? super Set<StreamReadiness>> handler) {
        int ready = bits & interest.wanted;
        if (!interest.end.isOpen()) {
            remove(interest.end);
            return 0;
        }
        if (ready == 0 || interest.wanted == REMOVED) {
            return 0;
        }
        handler.accept(interest.end, StreamReadiness.of(ready));
        return 1;
    }

    private void freeDrained() {
        if (farewells.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        farewells.removeIf(farewell -> {
            boolean over = farewell.until - now <= 0 || farewell.stream.isDrained();
            if (over) {
                farewell.free();
            }
            return over;
        });
    }

    /** Returns the time to wait, which is shorter if a stream is to be freed earlier; none if one is drained. */
    private long untilFarewell(long longest) {
        long wait = Math.max(0, longest);
        for (Farewell farewell : farewells) {
            wait = farewell.stream.isDrained() ? 0 : Math.min(wait, Math.max(0, farewell.until - System.nanoTime()));
        }
        return wait;
    }

    /** Ends the current wait or, if there is none, the next. */
    public void wakeUp() {
        checkOpen();
        if (!woken) {
            woken = true;
            events.wakeUp();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    /**
     * Closes this poller and wakes a waiting thread. The streams stay open, except those that were closed by this poller, which are
     * freed before this returns. Does nothing the second time.
     */
    @Override
    public void close() {
        closed = true;
        events.wakeUp();
        waiting.lock();
        try {
            interests.clear();
            for (Farewell farewell = farewells.poll(); farewell != null; farewell = farewells.poll()) {
                long left = Math.max(0, farewell.until - System.nanoTime());
                farewell.stream.awaitDrained(Deadline.in(Duration.ofNanos(left)));
                farewell.free();
            }
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
