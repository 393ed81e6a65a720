package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/**
 * Streams, rsocket(7). None of the calls waits but {@link #await}, {@link #shutdown} and {@link #close}; addresses are those of
 * sockets, in 28 bytes.
 */
@JniClass
public final class CmStreams {
    private CmStreams() {}

    /** A stream for addresses of the family of this one. */
    @JniMethod(accessor = "verbena_cm_open_stream")
    public static native int open(@JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Gives it an address of this host. */
    @JniMethod(accessor = "verbena_cm_bind_stream")
    public static native int bind(int stream, @JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Lets others connect. */
    @JniMethod(accessor = "verbena_cm_listen_stream")
    public static native int listen(int stream, int backlog);

    /** A stream to whoever connects, {@code -EAGAIN} if nobody does. */
    @JniMethod(accessor = "verbena_cm_accept_stream")
    public static native int accept(int stream);

    /** Begins to connect, {@code -EINPROGRESS}. */
    @JniMethod(accessor = "verbena_cm_connect_stream")
    public static native int connect(int stream, @JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Sends what there is room for: how many bytes. */
    @JniMethod(accessor = "verbena_cm_send_stream")
    public static native long send(int stream, long address, long length);

    /** Receives what is there: how many bytes, 0 if the other side has ended. */
    @JniMethod(accessor = "verbena_cm_receive_stream")
    public static native long receive(int stream, long address, long length);

    /** Ends one direction: 0 to receive, 1 to send, 2 both. Waits until what was sent has arrived. */
    @JniMethod(accessor = "verbena_cm_shutdown_stream")
    public static native int shutdown(int stream, int how);

    /** Ends it; waits until what was sent has arrived. */
    @JniMethod(accessor = "verbena_cm_close_stream")
    public static native int close(int stream);

    /** Sets an option of a level, such as SOL_RDMA. */
    @JniMethod(accessor = "verbena_cm_set_stream_option")
    public static native int setOption(int stream, int level, int option, int value);

    /** The value of an option, which is not negative. */
    @JniMethod(accessor = "verbena_cm_get_stream_option")
    public static native int getOption(int stream, int level, int option);

    /** Writes its own address, or that of the other side. */
    @JniMethod(accessor = "verbena_cm_stream_address")
    public static native int address(int stream, int peer, @JniArg(cast = "void *", flags = NO_IN) byte[] address);

    /** Lets the other side write into memory, which it calls by the offset. */
    @JniMethod(accessor = "verbena_cm_map_stream")
    public static native int map(int stream, long address, long length, long offset);

    /** Ends that. */
    @JniMethod(accessor = "verbena_cm_unmap_stream")
    public static native int unmap(int stream, long address, long length);

    /** Writes into what the other side mapped: how many bytes, 0 if it has mapped nothing there. */
    @JniMethod(accessor = "verbena_cm_write_stream")
    public static native long write(int stream, long address, long length, long offset);

    /** What one thread waits with, and another ends the wait. */
    @JniMethod(accessor = "verbena_cm_create_wait")
    public static native long createWait();

    /** Ends it; nobody may wait. */
    @JniMethod(accessor = "verbena_cm_destroy_wait")
    public static native int destroyWait(long wait);

    /** Ends the wait, or the next one. */
    @JniMethod(accessor = "verbena_cm_wake")
    public static native int wake(long wait);

    /**
     * Waits for one of so many streams, each {@code struct pollfd}; there is room for two more behind them. 1 if one is ready,
     * 0 after so many nanoseconds, a signal or a wake-up.
     */
    @JniMethod(accessor = "verbena_cm_await_streams")
    public static native int await(long wait, long polled, int count, long nanos);
}
