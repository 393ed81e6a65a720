package io.verbena.stream;

import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** One direction of a stream, in which one thread at a time moves bytes. */
final class Direction {
    final StreamBuffer buffer = new StreamBuffer();
    private final StreamEnd stream;
    private final int events;
    private final String wanted;
    private final ReentrantLock lock = new ReentrantLock();

    /** Created by the first thread that has to wait. */
    private @Nullable StreamWait wait;

    Direction(StreamEnd stream, int events, String wanted) {
        this.stream = stream;
        this.events = events;
        this.wanted = wanted;
    }

    /** Moves bytes when no other thread does. */
    int turn(Deadline deadline, IntSupplier move) {
        try {
            if (!lock.tryLock() && !lock.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new StreamTimeoutException(stream, wanted, deadline.timeout());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(stream);
        }
        try {
            return move.getAsInt();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until bytes may be moved; the caller checks again. */
    void await(Deadline deadline) {
        stream.await(theWait(), events, wanted, deadline);
    }

    /** Returns the current events of the stream without waiting. */
    int look() {
        StreamWait with = theWait();
        return stream.using(() -> {
            with.set(0, stream.number, stream.waitedFor(events));
            return with.await(1, 0) ? with.ready(0) : 0;
        });
    }

    private StreamWait theWait() {
        StreamWait with = wait;
        if (with == null) {
            with = stream.createWait();
            wait = with;
        }
        return with;
    }

    /** Direct memory in place of a buffer in the heap, which C cannot read or write. */
    static final class StreamBuffer {
        private static final int BYTES = 64 << 10;

        private ByteBuffer direct = ByteBuffer.allocate(0);

        /** Returns the bytes to be sent, as direct memory. */
        ByteBuffer filled(ByteBuffer from) {
            if (from.isDirect()) {
                return from;
            }
            ByteBuffer copy = memory();
            int length = Math.min(from.remaining(), copy.capacity());
            return copy.clear().put(0, from, from.position(), length).limit(length);
        }

        /** Returns the place to receive bytes in, as direct memory. */
        ByteBuffer room(ByteBuffer into) {
            if (into.isDirect()) {
                return into;
            }
            ByteBuffer copy = memory();
            return copy.clear().limit(Math.min(into.remaining(), copy.capacity()));
        }

        /** Notes that bytes were received into {@link #room}. */
        void received(ByteBuffer into, int count) {
            if (!into.isDirect()) {
                into.put(into.position(), direct, 0, count);
            }
            into.position(into.position() + count);
        }

        private ByteBuffer memory() {
            if (!direct.isDirect()) {
                direct = ByteBuffer.allocateDirect(BYTES);
            }
            return direct;
        }
    }
}
