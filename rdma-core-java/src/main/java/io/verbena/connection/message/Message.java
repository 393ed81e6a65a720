package io.verbena.connection.message;

import io.verbena.connection.LocalBuffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message that was received, where the device has put it. Closing it gives its place back, so that the other side may send
 * another; whoever keeps many holds the other side up.
 */
public final class Message implements AutoCloseable {
    /** Of a message that is to be read. */
    static final int NO_SLOT = -1;

    private final MessageChannel channel;
    private final MessageHeader header;
    private final int slot;
    private final ByteBuffer data;

    /** Where a long one goes; null if it is not being read. */
    private @Nullable LocalBuffer buffer;

    private boolean ready;
    private boolean closed;

    Message(MessageChannel channel, MessageHeader header, int slot, ByteBuffer data) {
        this.channel = channel;
        this.header = header;
        this.slot = slot;
        this.data = data;
        this.ready = header.kind() != MessageHeader.Kind.LONG;
    }

    MessageHeader header() {
        return header;
    }

    int slot() {
        return slot;
    }

    boolean isReady() {
        return ready;
    }

    boolean isBegun() {
        return ready || buffer != null;
    }

    void begin(LocalBuffer into) {
        buffer = into;
    }

    void finish() {
        ready = true;
    }

    @Nullable LocalBuffer buffer() {
        return buffer;
    }

    /** Its bytes, from position 0 to the limit; not to be used after it is closed. Read only. */
    public ByteBuffer data() {
        LocalBuffer read = buffer;
        return read == null
                ? data.duplicate()
                : read.bytes().limit((int) header.length()).slice().asReadOnlyBuffer();
    }

    /** Gives its place back. Does nothing the second time. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        channel.release(this);
    }
}
