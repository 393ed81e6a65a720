package io.verbena.connection.message;

import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.RdmaConnection;
import io.verbena.error.RdmaException;
import io.verbena.verbs.InterruptedWaitException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of bytes in both directions, for code that knows channels of {@code java.nio}. One thread may read while another
 * writes. Reads and writes wait, each for its timeout at most.
 */
public final class RdmaByteChannel implements ByteChannel {
    /** Longer writes are sent in parts, which are under way while the next is copied. */
    private static final int MOST_AT_ONCE = 1 << 20;

    private final MessageChannel channel;
    private final Duration timeout;
    private final ReentrantLock reading = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable Message message;
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private boolean ended;
    private volatile boolean closed;

    private RdmaByteChannel(MessageChannel channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    /**
     * Over a connection on which nobody receives yet; the other side opens one, too.
     *
     * @param timeout for each read and each write
     */
    public static RdmaByteChannel open(RdmaConnection connection, MessageOptions options, Duration timeout) {
        return new RdmaByteChannel(MessageChannel.open(connection, options), timeout);
    }

    /** The connection. */
    public RdmaConnection connection() {
        return channel.connection();
    }

    /**
     * Reads what is there, at least one byte; waits for it.
     *
     * @return how many; -1 if the other side has closed, and everything is read
     * @throws IllegalArgumentException if the buffer is read only
     * @throws ClosedChannelException if this is closed; an {@link AsynchronousCloseException} if another thread closes it
     *     meanwhile
     * @throws InterruptedIOException if none comes in time, or the thread is interrupted
     */
    @Override
    public int read(ByteBuffer target) throws IOException {
        reading.lock();
        try {
            requireOpen();
            if (target.isReadOnly()) {
                throw new IllegalArgumentException("nothing can be read into " + target + ", which is read only");
            }
            if (!target.hasRemaining()) {
                return 0;
            }
            while (!rest.hasRemaining() && !ended) {
                next();
            }
            if (!rest.hasRemaining()) {
                return -1;
            }
            int length = Math.min(rest.remaining(), target.remaining());
            target.put(rest.slice().limit(length));
            rest.position(rest.position() + length);
            if (!rest.hasRemaining()) {
                giveBack();
            }
            return length;
        } catch (RdmaException e) {
            throw failure(e);
        } finally {
            reading.unlock();
        }
    }

    private void next() {
        try {
            Message taken = channel.take(timeout);
            message = taken;
            rest = taken.data();
            if (!rest.hasRemaining()) {
                giveBack();
            }
        } catch (ChannelEndedException e) {
            ended = true;
        }
    }

    private void giveBack() {
        Message read = message;
        message = null;
        if (read != null) {
            read.close();
        }
    }

    /**
     * Writes all that remains; waits while the other side has no room.
     *
     * @throws ClosedChannelException if this is closed; an {@link AsynchronousCloseException} if another thread closes it
     *     meanwhile
     * @throws InterruptedIOException if it has none in time, or the thread is interrupted; what was sent by then is read from
     *     the buffer
     */
    @Override
    public int write(ByteBuffer source) throws IOException {
        writing.lock();
        try {
            requireOpen();
            int length = source.remaining();
            int most = Math.min(channel.largest(), MOST_AT_ONCE);
            while (source.hasRemaining()) {
                ByteBuffer part = source.slice().limit(Math.min(most, source.remaining()));
                channel.send(timeout, part);
                source.position(source.position() + part.limit());
            }
            return length;
        } catch (RdmaException e) {
            throw failure(e);
        } finally {
            writing.unlock();
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    private IOException failure(RdmaException failure) {
        if (closed) {
            return new AsynchronousCloseException();
        }
        if (failure instanceof ConnectionTimeoutException || failure instanceof InterruptedWaitException) {
            InterruptedIOException late = new InterruptedIOException(failure.getMessage());
            late.initCause(failure);
            return late;
        }
        return new IOException(failure.getMessage(), failure);
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    /** Sends what is under way, tells the other side that there is no more, and ends the connection. Wakes who waits. */
    @Override
    public void close() {
        closed = true;
        channel.close();
    }

    @Override
    public String toString() {
        return "RdmaByteChannel[" + channel.connection() + "]";
    }
}
