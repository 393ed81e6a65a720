package io.verbena.stream;

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

/**
 * A stream of bytes over a reliable connection (rsocket(7)): what a TCP socket is, with RDMA below, and no memory to register.
 * One thread may read while another writes; of several who read, one has its turn after the other. Direct buffers are not
 * copied on their way to C.
 *
 * <p>A wait holds its platform thread in C. Where many streams are to be served by few threads, or by virtual ones, let a {@link
 * StreamPoller} wait, and take what {@link #readNow} has.
 *
 * <pre>{@code
 * try (RdmaStream stream = rdma.streams().connect(new InetSocketAddress("10.77.0.2", 7471), Duration.ofSeconds(5))) {
 *     stream.write(request);
 *     stream.read(answer);
 * }
 * }</pre>
 */
public final class RdmaStream extends StreamEnd implements ByteChannel, GatheringByteChannel, ScatteringByteChannel {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int END = -1;
    private static final int EPIPE = 32;

    private final Direction reading = new Direction(this, StreamDriver.RECEIVABLE, "bytes to read");
    private final Direction writing = new Direction(this, StreamDriver.SENDABLE, "room to write");
    private final Set<StreamMapping> mappings = ConcurrentHashMap.newKeySet();
    private volatile Duration timeout = PATIENCE;

    /** Set when bytes have gone or come: who is accepted may not be connected yet. */
    private volatile boolean settled;

    /** Set when the other side has ended, so that there may be nobody to write to; rsend does not look. */
    private volatile boolean ended;

    private volatile boolean writingEnded;

    RdmaStream(Streams streams, int number, InetSocketAddress peer) {
        super(streams, number, "RdmaStream[to " + peer + "]");
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

    /** How long {@link #read(ByteBuffer)} and {@link #write(ByteBuffer)} wait; 30 s unless it is said. */
    public RdmaStream timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    /**
     * Waits for bytes, and reads as many as are there and have room.
     *
     * @return how many; -1 if the other side has ended
     * @throws StreamTimeoutException if none comes in time
     * @throws SysException if the connection is lost
     */
    @Override
    public int read(ByteBuffer into) {
        return read(into, timeout);
    }

    /** The same with a time of its own. */
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
     * Reads what is there, and does not wait for more.
     *
     * @return how many bytes, maybe 0; -1 if the other side has ended
     * @throws SysException if the connection is lost
     */
    public int readNow(ByteBuffer into) {
        return reading.turn(Deadline.in(timeout), () -> {
            int count = receive(into);
            return count == StreamDriver.NOTHING ? 0 : orEnd(count, into);
        });
    }

    /**
     * Waits for bytes, and fills the buffers in their order with those that are there (rreadv).
     *
     * @return how many; -1 if the other side has ended
     * @throws StreamTimeoutException if none comes in time
     * @throws SysException if the connection is lost
     */
    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        return StreamParts.read(this, reading, Deadline.in(timeout), into, offset, length);
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
     * Writes all that is in the buffer. The other side need not have read it then; that it is gone is noticed when {@link #read}
     * has told the end, or there is no room any more.
     *
     * @return how many bytes
     * @throws IllegalStateException after {@link #endWriting}
     * @throws StreamTimeoutException if there is no room in time; the position says how many bytes are written
     * @throws SysException if the connection is lost
     */
    @Override
    public int write(ByteBuffer from) {
        return write(from, timeout);
    }

    /** The same with a time of its own. */
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
     * Writes what there is room for, and does not wait for more.
     *
     * @return how many bytes, maybe 0
     * @throws SysException if the connection is lost
     */
    public int writeNow(ByteBuffer from) {
        return writing.turn(Deadline.in(timeout), () -> send(from));
    }

    /**
     * Writes all that is in the buffers, in their order (rwritev); what others write does not come between.
     *
     * @return how many bytes
     * @throws IllegalStateException after {@link #endWriting}
     * @throws StreamTimeoutException if there is no room in time; the positions say how many bytes are written
     * @throws SysException if the connection is lost
     */
    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        return StreamParts.write(this, writing, Deadline.in(timeout), from, offset, length);
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
     * Tells the other side that nothing more is written; it reads to the end, and may still write. Whoever reads here waits
     * until that is done.
     *
     * @throws StreamTimeoutException if what was written does not arrive within the {@linkplain #timeout timeout}
     */
    public void endWriting() {
        writingEnded = true;
        alone("end of writing", timeout, () -> driver.endSending(number));
    }

    /**
     * Lets the other side write into memory of this one, without any call here (riomap). It may once it has got bytes that were
     * written after this; what it writes there, and then into the stream, is there before that can be read. Both sides must have
     * {@link StreamOption#MAPPINGS} before they connect.
     *
     * @param memory a direct buffer; from its position to its limit
     * @param offset by which the other side calls the first byte
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
            StreamMapping mapping = new StreamMapping(this, mapped, offset);
            mappings.add(mapping);
            return mapping;
        });
    }

    void unmap(StreamMapping mapping, ByteBuffer memory) {
        if (mappings.remove(mapping) && isOpen()) {
            using(() -> driver.unmap(number, memory));
        }
    }

    /**
     * Writes all that is in the buffer into memory that the other side has {@linkplain #map mapped}.
     *
     * @param offset by which the other side calls the first byte
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
            throw StreamMapping.missing(this, at);
        }
        return count;
    }

    /** Sets an option; the sizes must be set {@linkplain StreamSettings before} it is connected. */
    public RdmaStream option(StreamOption option, int value) {
        using(() -> driver.option(number, option, value));
        return this;
    }

    /** The value of an option. */
    public int option(StreamOption option) {
        return using(() -> driver.option(number, option));
    }

    /** The address of the other side. */
    public InetSocketAddress peerAddress() {
        return using(() -> Objects.requireNonNull(driver.peer(number), "what is connected has another side"));
    }

    /**
     * What comes from the other side, for whoever wants it so: a timeout is a {@link java.net.SocketTimeoutException} there, every
     * other failure an {@link java.io.IOException} with the one of this class as its cause. Closing it closes this.
     */
    public InputStream input() {
        return new StreamInput(this);
    }

    /** What goes to the other side, likewise; nothing waits to be flushed. */
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
