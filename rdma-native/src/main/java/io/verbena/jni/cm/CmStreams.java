package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/**
 * Streams ({@code rsocket(7)}). Only {@link #await}, {@link #shutdown} and {@link #close} block. Addresses are {@code sockaddr}
 * structures of 28 bytes. A negative result is {@code -errno}.
 */
@JniClass
public final class CmStreams {
    private CmStreams() {}

    /** Returns a new stream for the address family of an address. */
    @JniMethod(accessor = "verbena_cm_open_stream")
    public static native int open(@JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Binds a stream to a local address. */
    @JniMethod(accessor = "verbena_cm_bind_stream")
    public static native int bind(int stream, @JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Listens for connections. */
    @JniMethod(accessor = "verbena_cm_listen_stream")
    public static native int listen(int stream, int backlog);

    /** Returns the stream of the next connection, or {@code -EAGAIN} if there is none. */
    @JniMethod(accessor = "verbena_cm_accept_stream")
    public static native int accept(int stream);

    /** Starts to connect; returns {@code -EINPROGRESS}. */
    @JniMethod(accessor = "verbena_cm_connect_stream")
    public static native int connect(int stream, @JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Sends as many bytes as fit into the send buffer, and returns their number. */
    @JniMethod(accessor = "verbena_cm_send_stream")
    public static native long send(int stream, long address, long length);

    /** Receives the available bytes and returns their number; 0 if the peer has shut down its side. */
    @JniMethod(accessor = "verbena_cm_receive_stream")
    public static native long receive(int stream, long address, long length);

    /** Shuts down receiving (0), sending (1) or both (2). Blocks until all sent bytes have arrived. */
    @JniMethod(accessor = "verbena_cm_shutdown_stream")
    public static native int shutdown(int stream, int how);

    /** Closes a stream. Blocks until all sent bytes have arrived. */
    @JniMethod(accessor = "verbena_cm_close_stream")
    public static native int close(int stream);

    /** Sets an option of a level, such as {@code SOL_RDMA}. */
    @JniMethod(accessor = "verbena_cm_set_stream_option")
    public static native int setOption(int stream, int level, int option, int value);

    /** Returns the value of an option, which is not negative. */
    @JniMethod(accessor = "verbena_cm_get_stream_option")
    public static native int getOption(int stream, int level, int option);

    /** Writes the local address of a stream, or that of the peer, to an array. */
    @JniMethod(accessor = "verbena_cm_stream_address")
    public static native int address(int stream, int peer, @JniArg(cast = "void *", flags = NO_IN) byte[] address);

    /** Maps memory at an offset, which the peer can then write to. */
    @JniMethod(accessor = "verbena_cm_map_stream")
    public static native int map(int stream, long address, long length, long offset);

    /** Removes the mapping of memory. */
    @JniMethod(accessor = "verbena_cm_unmap_stream")
    public static native int unmap(int stream, long address, long length);

    /** Writes to memory that the peer mapped and returns the number of bytes; 0 if it mapped none at the offset. */
    @JniMethod(accessor = "verbena_cm_write_stream")
    public static native long write(int stream, long address, long length, long offset);

    /** Returns a new object with which one thread waits and another thread ends the wait. */
    @JniMethod(accessor = "verbena_cm_create_wait")
    public static native long createWait();

    /** Destroys the object; no thread may be waiting. */
    @JniMethod(accessor = "verbena_cm_destroy_wait")
    public static native int destroyWait(long wait);

    /** Ends the current or the next wait. */
    @JniMethod(accessor = "verbena_cm_wake")
    public static native int wake(long wait);

    /**
     * Waits until a stream is ready. The array has one {@code struct pollfd} for each stream, and space for two more. Returns 1 if
     * a stream is ready, or 0 after the timeout in nanoseconds, a signal or a wake-up.
     */
    @JniMethod(accessor = "verbena_cm_await_streams")
    public static native int await(long wait, long polled, int count, long nanos);
}
