package io.verbena.spi.stream;

import io.verbena.hca.StreamOption;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Streams of bytes over reliable connections (rsocket(7)). A stream, and a wait, is a number that means something to this
 * driver only. No call waits but {@link #await}, {@link #endSending} and {@link #close}; all throw {@link
 * io.verbena.error.SysException}. One thread may receive while another sends; nobody may use a stream that is closed, and
 * nobody may wait for one while its sending is ended.
 */
public interface StreamDriver {
    /** What {@link #accept} and {@link #receive} answer where nothing is there. */
    int NOTHING = -1;

    /** Bytes of a record of {@link #await}. */
    int RECORD_BYTES = 8;

    /** Records that {@link #await} needs behind those of the streams. */
    int SPARE_RECORDS = 2;

    /** There is something to receive, or somebody to accept. */
    int RECEIVABLE = 0x1;

    /** There is room to send; a connection is made, or failed. */
    int SENDABLE = 0x4;

    /** Said of a stream that listens, or may not be connected yet, when it is waited for. */
    int UNSETTLED = 0x2;

    /** The connection failed, or is lost. */
    int FAILED = 0x8;

    /** The connection is ended. */
    int ENDED = 0x10;

    /** A stream for addresses of the family of this one. */
    int open(InetSocketAddress address);

    /** Gives it an address of this host. */
    void bind(int stream, InetSocketAddress address);

    /** Lets others connect; so many may wait. */
    void listen(int stream, int backlog);

    /** A stream to the next who connects, or {@link #NOTHING}. */
    int accept(int stream);

    /** Begins to connect; when it is {@link #SENDABLE}, {@link #finishConnect} says what came of it. */
    void connect(int stream, InetSocketAddress address);

    /** Says that it is connected, or why not. */
    void finishConnect(int stream, InetSocketAddress address);

    /** Sends from a direct buffer, from its position, which stays; how many bytes, maybe 0. */
    int send(int stream, ByteBuffer data);

    /** Receives into a direct buffer, from its position, which stays; how many bytes, 0 at the end, or {@link #NOTHING}. */
    int receive(int stream, ByteBuffer into);

    /** Tells the other side that nothing more is sent; waits until what was sent has arrived. */
    void endSending(int stream);

    /** Ends it; waits until what was sent has arrived. */
    void close(int stream);

    /** Sets an option. */
    void option(int stream, StreamOption option, int value);

    /** The value of an option. */
    int option(int stream, StreamOption option);

    /** Its own address; null if it has none. */
    @Nullable InetSocketAddress local(int stream);

    /** The address of the other side; null if there is none. */
    @Nullable InetSocketAddress peer(int stream);

    /** Lets the other side write into a direct buffer, from its position to its limit, which it calls by the offset. */
    void map(int stream, ByteBuffer memory, long offset);

    /** Ends that, of the same memory. */
    void unmap(int stream, ByteBuffer memory);

    /**
     * Writes from a direct buffer, from its position, which stays, into what the other side mapped: how many bytes, 0 if it
     * has mapped nothing there, or {@link #NOTHING} if there is no room.
     */
    int write(int stream, ByteBuffer data, long offset);

    /** What one thread at a time waits with. */
    long createWait();

    /** Ends it; nobody waits with it. */
    void destroyWait(long wait);

    /** Ends the wait, or the next one. */
    void wake(long wait);

    /**
     * Waits for one of so many streams. Each has a record in a direct buffer: 4 bytes with its number, 2 with what is waited
     * for, 2 with what is so, in the order of the processor; behind them is room for {@link #SPARE_RECORDS}.
     *
     * @param nanos for how long; 0 only looks
     * @return whether one is ready; false after the time, a wake-up, or for no reason
     */
    boolean await(long wait, ByteBuffer records, int count, long nanos);
}
