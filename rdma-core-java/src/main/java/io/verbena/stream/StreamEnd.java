package io.verbena.stream;

import io.verbena.error.FutureErrors;
import io.verbena.spi.stream.StreamDriver;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A stream or a server, which a {@link StreamPoller} waits for. Calls in C are counted; a close wakes the ones that wait, and
 * waits for the others.
 */
public abstract class StreamEnd implements Channel {
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final long KNOCK_MILLIS = 10;
    private static final Duration BRIEFLY = Duration.ofSeconds(30);

    private final Consumer<? super StreamEnd> forget;
    final StreamDriver driver;
    final int number;
    private final ReentrantReadWriteLock users = new ReentrantReadWriteLock();
    private final Set<StreamWait> waits = ConcurrentHashMap.newKeySet();
    private final List<StreamWait> ownWaits = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Whether a call needs exclusive use. */
    private volatile boolean reserved;

    private volatile String name;

    /**
     * Creates an end with a number of the driver.
     *
     * @param forget is called when the end is closed
     */
    StreamEnd(StreamDriver driver, Consumer<? super StreamEnd> forget, int number, String name) {
        this.driver = driver;
        this.forget = forget;
        this.number = number;
        this.name = name;
    }

    /** Sets the name in messages. */
    final void rename(String text) {
        name = text;
    }

    /** Returns whether the stream is known to be connected. */
    abstract boolean isSettled();

    /** Returns the events as the driver is to wait for them. */
    final int waitedFor(int events) {
        return isSettled() ? events : events | StreamDriver.UNSETTLED;
    }

    /** Frees the stream in C; no call uses it any more. */
    abstract void destroy();

    final <T> T using(Supplier<T> call) {
        enter(Deadline.in(BRIEFLY));
        try {
            return call.get();
        } finally {
            leave();
        }
    }

    final void using(Runnable call) {
        enter(Deadline.in(BRIEFLY));
        try {
            call.run();
        } finally {
            leave();
        }
    }

    /** Enters a call; waits for a call with exclusive use. */
    private void enter(Deadline deadline) {
        try {
            if (!closed.get() && !users.readLock().tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new StreamTimeoutException(this, "the end of writing", deadline.timeout());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(this);
        }
        if (closed.get()) {
            if (users.getReadHoldCount() > 0) {
                leave();
            }
            throw new ClosedObjectException(this);
        }
    }

    /** Enters a call; returns false if this is closed, or a call needs exclusive use. */
    final boolean tryEnter() {
        if (closed.get() || reserved || !users.readLock().tryLock()) {
            return false;
        }
        if (closed.get()) {
            leave();
            return false;
        }
        return true;
    }

    final void leave() {
        users.readLock().unlock();
    }

    /** Creates a wait that ends, and is freed, when this is closed. */
    final StreamWait createWait() {
        return using(() -> {
            StreamWait wait = new StreamWait(driver);
            ownWaits.add(wait);
            waits.add(wait);
            return wait;
        });
    }

    /** Adds a wait of a poller, which a close wakes. */
    final void add(StreamWait wait) {
        waits.add(wait);
    }

    final void remove(StreamWait wait) {
        waits.remove(wait);
    }

    /**
     * Waits until one of the events occurs, or a call needs exclusive use; the caller checks again.
     *
     * @throws StreamTimeoutException after the deadline
     */
    final void await(StreamWait wait, int events, String wanted, Deadline deadline) {
        if (deadline.isOver()) {
            throw new StreamTimeoutException(this, wanted, deadline.timeout());
        }
        enter(deadline);
        try {
            wait.set(0, number, waitedFor(events));
            wait.await(1, Math.max(1, deadline.remainingNanos()));
        } finally {
            leave();
        }
    }

    /** Makes a call with exclusive use, which may take long. */
    final void alone(String what, Duration longest, Runnable call) {
        boolean done = Leaving.within(longest, what + " of " + this, () -> {
            lockOut();
            try {
                if (closed.get()) {
                    throw new ClosedObjectException(this);
                }
                call.run();
            } finally {
                admit();
            }
        });
        if (!done) {
            throw new StreamTimeoutException(this, what, longest);
        }
    }

    /** Wakes waiting threads until no call is left. */
    private void lockOut() {
        reserved = true;
        try {
            do {
                waits.forEach(StreamWait::wake);
            } while (!users.writeLock().tryLock(KNOCK_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private void admit() {
        reserved = false;
        users.writeLock().unlock();
    }

    /** Returns the local address. */
    public final InetSocketAddress localAddress() {
        return using(() -> Objects.requireNonNull(driver.local(number), "what is connected or listens has an address"));
    }

    @Override
    public final boolean isOpen() {
        return !closed.get();
    }

    /**
     * Closes this stream or server, and wakes waiting threads. Written data is sent first; if the peer does not take it within
     * five seconds, closing continues in the background. Does nothing the second time.
     */
    @Override
    public final void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        waits.forEach(StreamWait::wake);
        try {
            Leaving.within(FAREWELL, "close of " + this, this::end);
        } catch (InterruptedWaitException e) {
            // It goes on in the background; the thread knows that it is interrupted.
            return;
        } finally {
            forget.accept(this);
        }
    }

    private void end() {
        lockOut();
        try {
            destroy();
        } finally {
            ownWaits.forEach(StreamWait::destroy);
            admit();
        }
    }

    @Override
    public final String toString() {
        return name;
    }

    /**
     * Runs native calls that wait until the adapter of the peer has everything, and that nothing ends. Each call has a
     * thread of its own, on which it continues after its caller has given up.
     */
    private static final class Leaving {
        private Leaving() {}

        /** Runs a call, and returns whether it ended in time; throws what the call throws. */
        static boolean within(Duration longest, String name, Runnable call) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            Thread thread = new Thread(() -> run(call, done), "verbena-" + name);
            thread.setDaemon(true);
            thread.start();
            try {
                done.get(Deadline.nanos(longest), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw FutureErrors.cause(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedWaitException(name);
            }
        }

        private static void run(Runnable call, CompletableFuture<Void> done) {
            try {
                call.run();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        }
    }
}
