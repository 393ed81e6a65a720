package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.StreamOption;
import io.verbena.spi.stream.StreamDriver;
import io.verbena.verbs.Deadline;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A reliable stream of bytes over RDMA (rsocket(7)), used like a TCP socket, with no memory to register. One thread may read
 * while another writes; several threads that read, or write, take turns. Direct buffers are passed to C without a copy.
 *
 * <p>A thread that waits blocks in native code. To serve many streams with few threads, or with virtual threads, wait with a
 * {@link StreamPoller} and read with {@link #readNow}.
 *
 * <p>The removal of a device does not end its streams: librdmacm does not report the removal to an rsocket. A call waits until
 * the {@linkplain #timeout timeout} of the stream, and the stream can be closed.
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
    private static final int END = -1;
    private static final int EPIPE = 32;

    private final Direction reading = new Direction(this, StreamDriver.RECEIVABLE, "bytes to read");
    private final Direction writing = new Direction(this, StreamDriver.SENDABLE, "room to write");
    private final Set<StreamMapping> mappings = ConcurrentHashMap.newKeySet();
    private volatile Duration timeout = DEFAULT_TIMEOUT;

    /** Set when bytes were sent or received: an accepted stream may not be connected before. */
    private volatile boolean settled;

    /** Set when the peer has ended, after which a write may have no receiver; rsend does not check that. */
    private volatile boolean ended;

    private volatile boolean writingEnded;

    RdmaStream(StreamDriver driver, Consumer<? super StreamEnd> forget, int number, InetSocketAddress peer) {
        super(driver, forget, number, "RdmaStream[to " + peer + "]");
    }

    void connect(InetSocketAddress address, Duration longest) {
        using(() -> driver.connect(number, address));
        Direction connecting = new Direction(this, StreamDriver.SENDABLE, "the connection");
        Deadline deadline = Deadline.in(longest);
        while (connecting.look() == 0) {
            connecting.await(deadline);
        }
        using(() -> driver.finishConnect(number, address));
        connected();
    }

    void connected() {
        rename("RdmaStream[" + localAddress() + " to " + peerAddress() + "]");
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
     * @throws SysException if the connection is lost
     */
    @Override
    public int read(ByteBuffer into) {
        return read(into, timeout);
    }

    /** Reads with a timeout of its own; see {@link #read(ByteBuffer)}. */
    public int read(ByteBuffer into, Duration longest) {
        return read(into, Deadline.in(longest));
    }

    int read(ByteBuffer into, Deadline deadline) {
        return reading.turn(deadline, () -> {
            int count = receive(into);
            while (count == StreamDriver.NOTHING) {
                reading.await(deadline);
                count = receive(into);
            }
            return orEnd(count, into);
        });
    }

    private int orEnd(int count, ByteBuffer into) {
        boolean end = count == 0 && into.hasRemaining();
        ended |= end;
        return end ? END : count;
    }

    /**
     * Reads the bytes that have arrived, without waiting.
     *
     * @return the number of bytes read, which may be 0; -1 if the peer has ended writing
     * @throws SysException if the connection is lost
     */
    public int readNow(ByteBuffer into) {
        return reading.turn(Deadline.in(timeout), () -> {
            int count = receive(into);
            return count == StreamDriver.NOTHING ? 0 : orEnd(count, into);
        });
    }

    /**
     * Reads the bytes that have arrived into several buffers, in their order, and waits for at least one (rreadv).
     *
     * @return the number of bytes read; -1 if the peer has ended writing
     * @throws StreamTimeoutException if no byte arrives in time
     * @throws SysException if the connection is lost
     */
    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, into.length);
        Deadline deadline = Deadline.in(timeout);
        long[] total = {0};
        // One turn for all buffers, so that the bytes of other threads do not come between them.
        int last = reading.turn(deadline, () -> {
            int count = 0;
            for (int i = offset; i < offset + length && count >= 0; i++) {
                if (into[i].hasRemaining()) {
                    count = total[0] == 0 ? read(into[i], deadline) : readNow(into[i]);
                    total[0] += Math.max(0, count);
                    if (into[i].hasRemaining()) {
                        break;
                    }
                }
            }
            return count;
        });
        return total[0] == 0 ? last : total[0];
    }

    @Override
    public long read(ByteBuffer[] into) {
        return read(into, 0, into.length);
    }

    private int receive(ByteBuffer into) {
        if (!into.hasRemaining()) {
            return using(() -> 0);
        }
        ByteBuffer direct = reading.buffer.room(into);
        int count = using(() -> driver.receive(number, direct));
        if (count > 0) {
            settled = true;
            reading.buffer.received(into, count);
        }
        return count;
    }

    /**
     * Writes all remaining bytes, which the peer may not have read when this returns. A peer that is gone shows when a {@link
     * #read} returns the end, or when there is no room any more.
     *
     * @return the number of bytes written
     * @throws IllegalStateException after {@link #endWriting}
     * @throws StreamTimeoutException if there is no room in time; the position is behind the bytes that were written
     * @throws SysException if the connection is lost
     */
    @Override
    public int write(ByteBuffer from) {
        return write(from, timeout);
    }

    /** Writes with a timeout of its own; see {@link #write(ByteBuffer)}. */
    public int write(ByteBuffer from, Duration longest) {
        return write(from, Deadline.in(longest));
    }

    int write(ByteBuffer from, Deadline deadline) {
        return writing.turn(deadline, () -> {
            int length = from.remaining();
            while (from.hasRemaining()) {
                if (send(from) == 0) {
                    writing.await(deadline);
                }
            }
            return length;
        });
    }

    /**
     * Writes as many bytes as there is room for, without waiting.
     *
     * @return the number of bytes written, which may be 0
     * @throws SysException if the connection is lost
     */
    public int writeNow(ByteBuffer from) {
        return writing.turn(Deadline.in(timeout), () -> send(from));
    }

    /**
     * Writes all remaining bytes of several buffers, in their order (rwritev). Writes of other threads do not come between them.
     *
     * @return the number of bytes written
     * @throws IllegalStateException after {@link #endWriting}
     * @throws StreamTimeoutException if there is no room in time; the positions are behind the bytes that were written
     * @throws SysException if the connection is lost
     */
    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, from.length);
        Deadline deadline = Deadline.in(timeout);
        long[] total = {0};
        writing.turn(deadline, () -> {
            for (int i = offset; i < offset + length; i++) {
                total[0] += write(from[i], deadline);
            }
            return 0;
        });
        return total[0];
    }

    @Override
    public long write(ByteBuffer[] from) {
        return write(from, 0, from.length);
    }

    private int send(ByteBuffer from) {
        checkWritable();
        ByteBuffer direct = writing.buffer.filled(from);
        int count = using(() -> driver.send(number, direct));
        from.position(from.position() + count);
        settled |= count > 0;
        return count;
    }

    private void checkWritable() {
        if (writingEnded && isOpen()) {
            throw new IllegalStateException(this + " has ended writing; open another stream to write more");
        }
        if (ended && (writing.look() & (StreamDriver.ENDED | StreamDriver.FAILED)) != 0) {
            throw new SysException("rsend", toString(), EPIPE, "the other side has ended the connection; open another");
        }
    }

    /**
     * Ends writing (rshutdown): the peer reads to the end, and may still write. A thread that reads this stream waits until this
     * is done.
     *
     * @throws StreamTimeoutException if what was written does not arrive within the {@linkplain #timeout timeout}
     */
    public void endWriting() {
        writingEnded = true;
        alone("end of writing", timeout, () -> driver.endSending(number));
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
        ByteBuffer mapped = memory.slice();
        return using(() -> {
            driver.map(number, mapped, offset);
            StreamMapping mapping = new StreamMapping(toString(), this::unmap, mapped, offset);
            mappings.add(mapping);
            return mapping;
        });
    }

    private void unmap(StreamMapping mapping) {
        if (mappings.remove(mapping) && isOpen()) {
            using(() -> driver.unmap(number, mapping.memory()));
        }
    }

    /**
     * Writes all remaining bytes into memory that the peer has {@linkplain #map mapped} (riowrite).
     *
     * @param offset the offset of the first byte, as the peer has mapped it
     * @throws StreamTimeoutException if there is no room in time; the position says how many bytes are written
     * @throws SysException if nothing is mapped there, or the connection is lost
     */
    public void writeTo(ByteBuffer from, long offset) {
        Deadline deadline = Deadline.in(timeout);
        long end = offset + from.remaining();
        writing.turn(deadline, () -> {
            checkWritable();
            while (from.hasRemaining()) {
                ByteBuffer direct = writing.buffer.filled(from);
                long at = end - from.remaining();
                int count = using(() -> driver.write(number, direct, at));
                if (count == StreamDriver.NOTHING) {
                    writing.await(deadline);
                } else {
                    from.position(from.position() + mapped(count, at));
                }
            }
            return 0;
        });
    }

    private int mapped(int count, long at) {
        if (count == 0) {
            throw new SysException(
                    "riowrite",
                    this + " at offset " + at,
                    Errno.ENXIO,
                    "the peer has mapped nothing there, or has written nothing into the stream since");
        }
        return count;
    }

    /** Sets an option; set the sizes {@linkplain StreamSettings before} the stream is connected. */
    public RdmaStream option(StreamOption option, int value) {
        using(() -> driver.option(number, option, value));
        return this;
    }

    /** Returns the value of an option. */
    public int option(StreamOption option) {
        return using(() -> driver.option(number, option));
    }

    /** Returns the address of the peer. */
    public InetSocketAddress peerAddress() {
        return using(() -> Objects.requireNonNull(driver.peer(number), "what is connected has another side"));
    }

    /**
     * Returns this stream as an input stream. A timeout is a {@link java.net.SocketTimeoutException}, every other failure an
     * {@link java.io.IOException} with the exception of this class as its cause. Closing the input stream closes this stream.
     */
    public InputStream input() {
        return new StreamInput(this);
    }

    /** Returns this stream as an output stream, which buffers nothing; see {@link #input} for failures and closing. */
    public OutputStream output() {
        return new StreamOutput(this);
    }

    @Override
    boolean isSettled() {
        return settled;
    }

    @Override
    void destroy() {
        try {
            driver.close(number);
        } finally {
            mappings.clear();
        }
    }
}
