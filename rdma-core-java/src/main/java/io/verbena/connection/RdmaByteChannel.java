package io.verbena.connection;

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
 * A stream of bytes over a connection, for code that uses the channels of {@code java.nio}. One thread may read while another
 * writes. Each read and each write waits for the timeout at most.
 */
public final class RdmaByteChannel implements ByteChannel {
    /** A longer write is sent in parts of this length, each of which is in flight while the next is copied. */
    private static final int MAX_AT_ONCE = 1 << 20;

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
     * Opens a channel over a connection; see {@link MessageChannel#open(RdmaConnection, MessageOptions)}.
     *
     * @param timeout the limit for each read and each write
     */
    public static RdmaByteChannel open(RdmaConnection connection, MessageOptions options, Duration timeout) {
        return new RdmaByteChannel(MessageChannel.open(connection, options), timeout);
    }

    /** Returns the connection. */
    public RdmaConnection connection() {
        return channel.connection();
    }

    /**
     * Reads the bytes that have arrived, and waits for at least one.
     *
     * @return the number of bytes read; -1 if the peer has closed its channel and everything is read
     * @throws IllegalArgumentException if the buffer is read-only
     * @throws ClosedChannelException if this is closed; an {@link AsynchronousCloseException} if another thread closes it
     *     meanwhile
     * @throws InterruptedIOException if no byte arrives in time, or the thread is interrupted
     */
    @Override
    public int read(ByteBuffer target) throws IOException {
        reading.lock();
        try {
            requireOpen();
            if (target.isReadOnly()) {
                throw new IllegalArgumentException("cannot read into " + target + ": it is read-only");
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
     * Writes all remaining bytes. Waits while the peer has no room.
     *
     * @throws ClosedChannelException if this is closed; an {@link AsynchronousCloseException} if another thread closes it
     *     meanwhile
     * @throws InterruptedIOException if the peer has no room in time, or the thread is interrupted; the position of the buffer
     *     is behind the bytes that were sent
     */
    @Override
    public int write(ByteBuffer source) throws IOException {
        writing.lock();
        try {
            requireOpen();
            int length = source.remaining();
            int most = Math.min(channel.largest(), MAX_AT_ONCE);
            while (source.hasRemaining()) {
                ByteBuffer part = source.slice().limit(Math.min(most, source.remaining()));
                channel.send(part, timeout);
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

    /** Sends what was written, notifies the peer of the end, and closes the connection. Ends the waits of other threads. */
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
