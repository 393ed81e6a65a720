package io.verbena.stream;

import io.verbena.efa.SrdEndedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of one stream, without waiting and without a thread: a caller asks what it may read or write now, {@linkplain #arm arms}
 * the completion queue, and waits for that in a way of its own. Safe for use by several threads.
 */
abstract class StreamProtocol {
    /** Number of calls of {@link #probe} without a response after which the connection is lost. */
    private static final int MAX_UNANSWERED = 2;

    static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final ReentrantLock lock = new ReentrantLock();

    private volatile String name;

    /** Whether the peer has ended writing. */
    boolean readingEnded;

    /** Whether the peer has ended both directions, and takes no more bytes. */
    boolean peerEnded;

    boolean writingEnded;
    boolean disconnected;
    boolean released;

    /** Whether the end of the connection was reported by other means. It is set before waiting threads are woken. */
    volatile boolean lost;

    /** Why the connection is lost; null if it is not. */
    @Nullable RdmaException failure;

    /** The count of changes when the stream was armed and nothing was ready; -1 if anything may be ready. */
    volatile long quiet = -1;

    /** Number of calls of {@link #probe} in a row that found no response to what was sent. */
    private int unanswered;

    StreamProtocol(String name) {
        this.name = name;
    }

    /** Sets the name in messages. */
    final void rename(String text) {
        name = text;
    }

    /** Returns the completion queue, which reports when to look again. Streams may share it. */
    abstract CompletionQueue queue();

    /** Notes that the connection has ended by a report that did not come through the completion queue. */
    final void lost() {
        lost = true;
        touch();
    }

    /** Copies bytes that have arrived: returns their number, 0 if there are none yet, or -1 at the end. */
    final int read(ByteBuffer into) {
        lock.lock();
        try {
            touch();
            requireNotReleased();
            int count = take(into);
            if (count == 0 && findsInput()) {
                count = take(into);
            }
            return count == 0 && readingEnded && into.hasRemaining() ? -1 : count;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns bytes that have arrived, where they lie: a buffer without any if there are none yet, null at the end. They stay there
     * until they are {@linkplain #skip skipped}.
     */
    final @Nullable ByteBuffer peek() {
        lock.lock();
        try {
            touch();
            requireNotReleased();
            if (hasInput() || findsInput()) {
                return look();
            }
            return readingEnded ? null : NOTHING;
        } finally {
            lock.unlock();
        }
    }

    /** Frees the place of bytes that {@link #peek} has returned, and that are read. */
    final void skip(int bytes) {
        lock.lock();
        try {
            if (!released) {
                taken(bytes);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Writes as many bytes as there is room for, and returns their number. */
    final int write(ByteBuffer from) {
        lock.lock();
        try {
            touch();
            if (lost) {
                process();
            }
            requireWritable();
            return put(from);
        } catch (WorkRequestException | SrdEndedException e) {
            throw refused(e);
        } finally {
            lock.unlock();
        }
    }

    /** Writes bytes of several buffers, and returns their number. */
    final int write(ByteBuffer[] from, int offset, int count) {
        lock.lock();
        try {
            prepareWrite();
            return put(from, offset, count);
        } catch (WorkRequestException | SrdEndedException e) {
            throw refused(e);
        } finally {
            lock.unlock();
        }
    }

    /** Sends registered memory without a copy, and returns how many of its bytes were posted. */
    final int write(GatherList memory, Runnable sent) {
        lock.lock();
        try {
            prepareWrite();
            return put(memory, sent);
        } catch (WorkRequestException | SrdEndedException e) {
            throw refused(e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of bytes that can be read now. */
    final int available() {
        lock.lock();
        try {
            process();
            return arrived();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the {@link StreamReadiness} now, as bits. */
    final int ready() {
        lock.lock();
        try {
            process();
            boolean hasInput = hasInput();
            int bits = 0;
            if (hasInput || readingEnded || failure != null) {
                bits |= StreamReadiness.READABLE.bit();
            }
            if (failure != null || peerEnded || writingEnded || hasRoom()) {
                bits |= StreamReadiness.WRITABLE.bit();
            }
            if (readingEnded && !hasInput) {
                bits |= StreamReadiness.INPUT_ENDED.bit();
            }
            if (isOver()) {
                bits |= StreamReadiness.ENDED.bit();
            }
            if (failure != null) {
                bits |= StreamReadiness.FAILED.bit();
            }
            return bits;
        } finally {
            lock.unlock();
        }
    }

    /** Requests an event for the next completion, and returns the {@link StreamReadiness} after that, as bits. */
    final int armed(int wanted) {
        lock.lock();
        try {
            long before = armedAt();
            int bits = ready();
            quiet = (bits & wanted) == 0 && !released && !lost ? before : -1;
            return bits;
        } finally {
            lock.unlock();
        }
    }

    /** Requests an event for the next completion; the caller looks again before it waits. */
    final void arm() {
        lock.lock();
        try {
            if (failure == null && !released) {
                requestEvent();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether nothing has happened since {@link #armed} found nothing. The completion channel was read before. */
    abstract boolean isQuiet();

    /** Makes the next look a full one, since the state or what is waited for changes. */
    final void touch() {
        quiet = -1;
    }

    /**
     * Asks the device of the peer for a response, unless one is due, and returns whether the connection is lost. It is if there was none
     * by the second call after that: one call may follow a pause of this program, during which no response could be seen.
     */
    final boolean probe() {
        lock.lock();
        try {
            touch();
            process();
            if (!disconnected && failure == null && !peerEnded && !released) {
                probePeer();
            }
        } catch (RdmaException e) {
            process();
            fail(e);
        } finally {
            lock.unlock();
        }
        return failure != null;
    }

    /** Requests a completion for what was sent without one, if a protocol has that, so that the stream {@linkplain #isDrained drains}. */
    void confirm() {}

    /** Ends writing: the peer reads to the end, and may still write. */
    abstract void endWriting();

    /** Ends both directions; the connection may be closed when it is {@linkplain #isDrained drained}. */
    abstract void disconnect();

    /** Returns whether the peer's device has everything that was written, or never will have it. */
    final boolean isDrained() {
        lock.lock();
        try {
            process();
            return released || failure != null || peerEnded || isIdle();
        } finally {
            lock.unlock();
        }
    }

    /** Frees what the stream uses. */
    abstract void release();

    /**
     * Returns the number of mappings that the peer has room for.
     *
     * @throws SysException if the protocol has no mappings
     */
    abstract int peerMappings();

    /** Announces a mapping to the peer; returns false if there is no room for the message yet. */
    abstract boolean map(int number, long offset, MemoryRegion region);

    /** Writes bytes into mapped memory: their number, 0 if there is no room yet, or -1 if nothing is mapped there. */
    abstract int writeTo(ByteBuffer from, long offset);

    /** Waits until the peer's device has taken what was written. An interrupt is kept for the caller. */
    final void awaitDrained(Deadline deadline) {
        boolean interrupted = false;
        boolean waits = true;
        while (waits && !isDrained()) {
            try {
                long seen = queue().events();
                arm();
                waits = isDrained() || queue().awaitNotification(seen, deadline);
            } catch (InterruptedWaitException e) {
                interrupted |= Thread.interrupted();
            } catch (RdmaException e) {
                // The device was removed: nothing more is taken.
                waits = false;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- with the lock held

    private boolean findsInput() {
        process();
        if (!hasInput() && failure != null && !readingEnded) {
            throw failure;
        }
        return hasInput();
    }

    /** Handles all completions before a write, which would be lost without a word if the peer has ended the connection. */
    final void prepareWrite() {
        touch();
        process();
        requireWritable();
    }

    /** Returns why a write was refused: the end of the connection, which the completions tell, is the better reason. */
    private RdmaException refused(RdmaException cause) {
        process();
        requireWritable();
        return cause;
    }

    /** Writes as many bytes as there is room for, and returns their number. */
    abstract int put(ByteBuffer from);

    /** Writes bytes of several buffers, and returns their number. */
    abstract int put(ByteBuffer[] from, int offset, int count);

    /** Sends registered memory, and returns how many of its bytes were posted. */
    abstract int put(GatherList memory, Runnable sent);

    /** Returns the number of bytes that have arrived and were not read. */
    abstract int arrived();

    /** Requests an event for the next completion. */
    abstract void requestEvent();

    /** {@linkplain #arm Arms} the completion queue, and returns the count of changes that {@link #isQuiet} compares. */
    abstract long armedAt();

    /** Sends a probe unless the response to one is due, and {@linkplain #probed counts} it. */
    abstract void probePeer();

    /** Returns whether the device has sent everything that was written. */
    abstract boolean isIdle();

    /** Copies bytes that have arrived, and returns their number. */
    abstract int take(ByteBuffer into);

    /** Returns bytes that have arrived, where they lie. */
    abstract ByteBuffer look();

    /** Frees the place of the next bytes. */
    abstract void taken(int bytes);

    /** Handles all completions. */
    abstract void process();

    /** Returns whether bytes have arrived that were not read. */
    abstract boolean hasInput();

    /** Returns whether a byte can be written now. */
    abstract boolean hasRoom();

    /** Returns whether both directions have ended. */
    abstract boolean isOver();

    final void requireNotReleased() {
        if (released) {
            throw new ClosedObjectException(name);
        }
    }

    final void requireWritable() {
        requireNotReleased();
        if (failure != null) {
            throw failure;
        }
        if (peerEnded) {
            throw failure("rsend", Errno.EPIPE, "the peer has ended the connection; open another");
        }
    }

    /** Counts a {@link #probe}; fails if several in a row found no response to what was sent. */
    final void probed(boolean answered) {
        unanswered = answered ? 0 : unanswered + 1;
        if (unanswered == MAX_UNANSWERED) {
            fail(failure(
                    "rrecv",
                    Errno.ETIMEDOUT,
                    "the device of the peer does not respond: the peer, its device or the network between is down; open"
                            + " another when it is up"));
        }
    }

    /** Fails because the connection has ended without a close. */
    final void reset() {
        fail(failure("rrecv", Errno.ECONNRESET, "the peer has reset the connection; open another"));
    }

    final void fail(RdmaException why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** Returns the failure of a call of librdmacm on this stream. */
    final SysException failure(String call, int errno, String explanation) {
        return new SysException(call, name, errno, explanation);
    }

    @Override
    public final String toString() {
        return name;
    }
}
