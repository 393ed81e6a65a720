package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.ProtectionDomain;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A reliable stream of bytes over RDMA (rsocket(7)), used like a TCP socket, with no memory to register. One thread may read
 * while another writes; several threads that read, or write, take turns. The peer may be any program that uses rsockets; over SRD
 * ({@link Streams#overSrd}), it is one that uses this library. Every read and write throws a {@link SysException} if the connection
 * is lost.
 *
 * <p>To serve many streams with few threads, wait with a {@link StreamPoller} and read with {@link #readNow}.
 *
 * <pre>{@code
 * try (RdmaStream stream = rdma.streams().connect(new InetSocketAddress("10.77.0.2", 7471), Duration.ofSeconds(5))) {
 *     stream.write(request);
 *     stream.read(answer);
 * }
 * }</pre>
 */
public final class RdmaStream extends StreamEnd implements ByteChannel, GatheringByteChannel, ScatteringByteChannel {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final int READABLE = StreamReadiness.READABLE.bit();
    private static final int WRITABLE = StreamReadiness.WRITABLE.bit();

    private final StreamTurns writing = new StreamTurns("room to write");
    private final StreamConnection connection;
    private final StreamProtocol socket;
    private final StreamReading reading;
    private final CompletionQueue queue;
    private final SocketAddress local;
    private final SocketAddress peer;
    private final StreamMappings mappings;
    private final Map<StreamOption, Integer> options = new ConcurrentHashMap<>();
    private volatile Duration timeout = DEFAULT_TIMEOUT;
    private volatile boolean writingEnded;

    /** Whether the peer has what was written, or the rest is dropped. */
    private volatile boolean isAbandoned;

    RdmaStream(
            StreamEvents events,
            Consumer<? super StreamEnd> forget,
            StreamConnection connection,
            StreamSettings settings) {
        super(events, forget, "RdmaStream[" + connection.localAddress() + " to " + connection.peerAddress() + "]");
        this.connection = connection;
        socket = connection.protocol();
        reading = new StreamReading(this, socket);
        queue = socket.queue();
        local = connection.localAddress();
        peer = connection.peerAddress();
        mappings = new StreamMappings(connection.domain(), toString());
        options.putAll(settings.options());
        socket.rename(toString());
        CompletableFuture<?> unused = connection.ended().whenComplete((event, failure) -> {
            socket.lost();
            wakeUp();
        });
    }

    private void wakeUp() {
        events.wakeUp();
        try {
            queue.wakeUp();
        } catch (RdmaException e) {
            // The queue is closed, which wakes the threads that wait for it.
            return;
        }
    }

    /** Sets the time that reads and writes wait (default: 30 s). */
    public RdmaStream timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    /**
     * Reads the bytes that have arrived, and waits for at least one.
     *
     * @return the number of bytes read; -1 if the peer has ended writing
     * @throws StreamTimeoutException if no byte arrives in time
     */
    @Override
    public int read(ByteBuffer into) {
        return read(into, timeout);
    }

    /** Reads with a timeout of its own; see {@link #read(ByteBuffer)}. */
    public int read(ByteBuffer into, Duration longest) {
        requireOpen();
        return reading.read(into, Deadline.in(longest));
    }

    /**
     * Reads the bytes that have arrived, without waiting.
     *
     * @return the number of bytes read, which may be 0; -1 if the peer has ended writing
     */
    public int readNow(ByteBuffer into) {
        requireOpen();
        return reading.readNow(into, timeout);
    }

    /**
     * Passes the bytes that have arrived to a reader, without a copy, and waits for at least one. The buffer is in the memory that the
     * device writes to, and is valid until the reader returns. The reader advances the position behind the bytes that it has read, and
     * gets the others again at the next call. It must not write to the buffer, and must not read this stream. If it throws an
     * exception, no byte is read.
     *
     * @return the number of bytes read, which may be fewer than have arrived; -1 if the peer has ended writing
     * @throws StreamTimeoutException if no byte arrives in time
     * @throws IllegalStateException if the reader reads this stream, or moves the position out of its bytes
     */
    public int read(Consumer<? super ByteBuffer> reader, Duration longest) {
        requireOpen();
        return reading.read(reader, Deadline.in(longest));
    }

    /**
     * Passes the bytes that have arrived to a reader, without a copy and without waiting; see {@link #read(Consumer, Duration)}. The
     * reader is not called if no byte has arrived.
     *
     * @return the number of bytes read, which may be 0; -1 if the peer has ended writing
     * @throws IllegalStateException if the reader reads this stream, or moves the position out of its bytes
     */
    public int readNow(Consumer<? super ByteBuffer> reader) {
        requireOpen();
        return reading.readNow(reader, timeout);
    }

    void awaitReadable(StreamTurns turn, Deadline deadline) {
        await(READABLE, turn, deadline);
    }

    private void await(int wanted, StreamTurns turn, Deadline deadline) {
        try {
            while (!isReady(wanted)) {
                if (queue.tryYield()) {
                    continue;
                }
                long seen = queue.events();
                socket.arm();
                if (isReady(wanted)) {
                    return;
                }
                if (!queue.awaitNotification(seen, deadline) && !isReady(wanted)) {
                    throw new StreamTimeoutException(this, turn.wanted, deadline.timeout());
                }
            }
        } catch (ClosedObjectException e) {
            requireOpen();
            throw e;
        }
    }

    private boolean isReady(int wanted) {
        requireOpen();
        return (socket.ready() & wanted) != 0;
    }

    /**
     * Reads the bytes that have arrived into several buffers, in their order, and waits for at least one (rreadv).
     *
     * @return the number of bytes read; -1 if the peer has ended writing
     * @throws StreamTimeoutException if no byte arrives in time
     */
    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, into.length);
        requireOpen();
        return reading.read(into, offset, length, Deadline.in(timeout));
    }

    @Override
    public long read(ByteBuffer[] into) {
        return read(into, 0, into.length);
    }

    /**
     * Writes all remaining bytes, which the peer may not have read when this returns. A peer that is gone shows when a {@link
     * #read} returns the end, or when there is no room left.
     *
     * @return the number of bytes written
     * @throws IllegalStateException after {@link #endWriting}
     * @throws StreamTimeoutException if there is no room in time; the position is behind the bytes that were written
     */
    @Override
    public int write(ByteBuffer from) {
        return write(from, timeout);
    }

    /** Writes with a timeout of its own; see {@link #write(ByteBuffer)}. */
    public int write(ByteBuffer from, Duration longest) {
        checkWritable();
        Deadline deadline = Deadline.in(longest);
        writing.begin(this, deadline);
        try {
            return writeInTurn(from, deadline);
        } finally {
            writing.end();
        }
    }

    private int writeInTurn(ByteBuffer from, Deadline deadline) {
        int length = from.remaining();
        while (from.hasRemaining()) {
            if (socket.write(from) == 0) {
                await(WRITABLE, writing, deadline);
            }
        }
        return length;
    }

    /**
     * Writes as many bytes as there is room for, without waiting.
     *
     * @return the number of bytes written, which may be 0
     */
    public int writeNow(ByteBuffer from) {
        checkWritable();
        writing.begin(this, timeout);
        try {
            return socket.write(from);
        } finally {
            writing.end();
        }
    }

    /**
     * Writes as many bytes of several buffers as there is room for, without waiting. Short buffers are sent together.
     *
     * @param offset index of the first buffer
     * @param length number of buffers
     * @return the number of bytes written, which may be 0
     */
    public int writeNow(ByteBuffer[] from, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, from.length);
        checkWritable();
        if (length == 0) {
            return 0;
        }
        writing.begin(this, timeout);
        try {
            return socket.write(from, offset, length);
        } finally {
            writing.end();
        }
    }

    /**
     * Writes as many bytes of registered memory as the peer has room for, without a copy and without waiting. The memory must not
     * change until the device has sent them. The peer is notified of all bytes of a call at once, unless they fill half of its receive
     * buffer before; so several buffers in one call cost less than a call for each.
     *
     * @param memory the memory, which is registered in {@link #protectionDomain}
     * @param sent runs once the device no longer uses the memory, on a thread that uses, polls or closes this stream, or over SRD
     *     another of the same {@link Streams}; it must not block. It is not run if no byte was posted
     * @return the number of bytes posted, which may be 0
     */
    public int writeRegisteredNow(GatherList memory, Runnable sent) {
        checkWritable();
        writing.begin(this, timeout);
        try {
            return socket.write(memory, sent);
        } finally {
            writing.end();
        }
    }

    /** Returns the number of bytes that can be read without waiting. */
    public int available() {
        requireOpen();
        return socket.available();
    }

    /** Returns the protection domain of this stream, in which an application registers memory for {@link #writeRegisteredNow}. */
    public ProtectionDomain protectionDomain() {
        return connection.domain();
    }

    /**
     * Writes all remaining bytes of several buffers, in their order (rwritev). Writes of other threads do not come between them.
     *
     * @return the number of bytes written
     * @throws IllegalStateException after {@link #endWriting}
     * @throws StreamTimeoutException if there is no room in time; the positions are behind the bytes that were written
     */
    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, from.length);
        checkWritable();
        Deadline deadline = Deadline.in(timeout);
        writing.begin(this, deadline);
        try {
            long total = 0;
            for (int i = offset; i < offset + length; i++) {
                total += writeInTurn(from[i], deadline);
            }
            return total;
        } finally {
            writing.end();
        }
    }

    @Override
    public long write(ByteBuffer[] from) {
        return write(from, 0, from.length);
    }

    private void checkWritable() {
        requireOpen();
        if (writingEnded) {
            throw new IllegalStateException(this + " has ended writing; open another stream to write more");
        }
    }

    /** Ends writing, like {@code rshutdown}: the peer reads to the end, and may still write. */
    public void endWriting() {
        requireOpen();
        writing.begin(this, Deadline.in(timeout));
        try {
            writingEnded = true;
            socket.endWriting();
        } finally {
            writing.end();
        }
        wakeUp();
    }

    /**
     * Asks whether the peer is there, so that its loss is noticed while this stream is idle (compare {@code SO_KEEPALIVE}). Call this
     * method at intervals: if the device of the peer has responded to nothing by the second call after a probe, this stream fails with
     * {@code ETIMEDOUT}, so that the loss of a peer is noticed within three intervals. The program of the peer does not notice a probe.
     * Does not wait.
     *
     * <p>A peer on iWARP whose program does not answer RDMA reads, such as a client of librdmacm, is not probed.
     */
    public void probe() {
        requireOpen();
        if (socket.probe()) {
            wakeUp();
        }
    }

    /**
     * Maps memory that the peer may write to without a call on this side (riomap). The peer may do so once it has received bytes
     * that were written after this; what it writes there arrives before what it writes to the stream afterwards. Both sides set
     * {@link StreamOption#MAPPINGS} before they connect.
     *
     * @param memory a direct buffer, from its position to its limit
     * @param offset the offset that the peer uses for the first byte
     * @throws SysException if there are no more mappings
     */
    public StreamMapping map(ByteBuffer memory, long offset) {
        if (!memory.isDirect()) {
            throw new IllegalArgumentException("a buffer in the heap cannot be mapped; take ByteBuffer.allocateDirect");
        }
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative; take 0 or more");
        }
        checkWritable();
        Deadline deadline = Deadline.in(timeout);
        writing.begin(this, deadline);
        try {
            StreamMapping mapping = mappings.reserve(memory.slice(), offset, socket.peerMappings());
            boolean told = false;
            try {
                while (!socket.map(mapping.number, offset, mapping.region)) {
                    await(WRITABLE, writing, deadline);
                }
                told = true;
                return mapping;
            } finally {
                if (!told) {
                    mapping.close();
                }
            }
        } finally {
            writing.end();
        }
    }

    /**
     * Writes all remaining bytes into memory that the peer has {@linkplain #map mapped}, like {@code riowrite}.
     *
     * @param offset the offset of the first byte, as the peer has mapped it
     * @throws StreamTimeoutException if there is no room in time; the position says how many bytes are written
     * @throws SysException if nothing is mapped there, or the connection is lost
     */
    public void writeTo(ByteBuffer from, long offset) {
        checkWritable();
        Deadline deadline = Deadline.in(timeout);
        long end = offset + from.remaining();
        writing.begin(this, deadline);
        try {
            while (from.hasRemaining()) {
                long at = end - from.remaining();
                int count = socket.writeTo(from, at);
                if (count < 0) {
                    throw new SysException(
                            "riowrite",
                            this + " at offset " + at,
                            Errno.ENXIO,
                            "the peer has mapped nothing there, or has written nothing into the stream since");
                }
                if (count == 0) {
                    await(WRITABLE, writing, deadline);
                }
            }
        } finally {
            writing.end();
        }
    }

    /**
     * Sets an option.
     *
     * @throws SysException if the option is one of those that are set {@linkplain StreamSettings before} the stream is connected
     */
    public RdmaStream option(StreamOption option, int value) {
        requireOpen();
        if (option != StreamOption.NO_DELAY) {
            throw new SysException(
                    "rsetsockopt",
                    option + " " + value,
                    Errno.EINVAL,
                    "set it before it connects or listens, in StreamSettings");
        }
        options.put(option, value);
        return this;
    }

    /** Returns the value of an option. */
    public int option(StreamOption option) {
        requireOpen();
        return option.in(options);
    }

    @Override
    public SocketAddress localAddress() {
        requireOpen();
        return local;
    }

    /** Returns the address of the peer. */
    public SocketAddress peerAddress() {
        requireOpen();
        return peer;
    }

    /**
     * Returns this stream as an input stream. It reports a timeout as a {@link java.net.SocketTimeoutException}
     * and every other failure as a {@link java.io.IOException}, whose cause is the exception of this class. Closing the input
     * stream closes this stream.
     */
    public InputStream input() {
        return new StreamInput(this);
    }

    /** Returns this stream as an output stream, which buffers nothing; see {@link #input} for failures and closing. */
    public OutputStream output() {
        return new StreamOutput(this);
    }

    @Override
    int ready() {
        return socket.ready();
    }

    @Override
    int armed(int wanted) {
        try {
            return socket.armed(wanted);
        } catch (ClosedObjectException e) {
            // The poller removes a closed stream.
            return 0;
        }
    }

    @Override
    boolean isQuiet() {
        return socket.isQuiet();
    }

    @Override
    boolean tryYield() {
        try {
            return queue.tryYield();
        } catch (RdmaException e) {
            // The next look at the stream finds the reason.
            return false;
        }
    }

    @Override
    void touch() {
        socket.touch();
    }

    /**
     * Begins to close this stream without waiting, and returns whether it was open. {@link #free} must follow. A {@code reset} ends the
     * connection without telling the peer that all was sent.
     */
    boolean beginClose(boolean reset) {
        boolean first = refuse();
        if (first && reset) {
            socket.confirm();
        } else if (first) {
            socket.disconnect();
        }
        return first;
    }

    boolean isDrained() {
        return socket.isDrained();
    }

    /** Frees what the stream uses, without waiting. */
    void free() {
        isAbandoned = true;
        close();
    }

    @Override
    void end() {
        if (!isAbandoned) {
            socket.disconnect();
            wakeUp();
            socket.awaitDrained(Deadline.in(FAREWELL));
        }
        ClosingFailures failures = new ClosingFailures();
        failures.attempt(connection::close);
        failures.attempt(mappings::close);
        failures.rethrow();
    }

    void awaitDrained(Deadline deadline) {
        socket.awaitDrained(deadline);
    }
}
