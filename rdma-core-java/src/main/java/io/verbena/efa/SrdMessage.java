package io.verbena.efa;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A received message, in the memory that the device placed it in. Closing it releases its place, so that the peer may send another
 * message; the endpoint then reuses this object. An application that keeps as many messages as the window holds stops the peer.
 */
public final class SrdMessage implements AutoCloseable {
    private final SrdEndpoint endpoint;
    private final int slot;

    /** The slot, and the memory of this message, which is the slot or a part of the ring of the channel. */
    private final ByteBuffer own;

    private ByteBuffer data;

    /** The channel of the message; null if the message is closed. Guarded by the lock of the endpoint. */
    private @Nullable SrdChannel channel;

    SrdMessage(SrdEndpoint endpoint, int slot, ByteBuffer data) {
        this.endpoint = endpoint;
        this.slot = slot;
        this.own = data;
        this.data = data;
    }

    SrdMessage opened(SrdChannel from, int length) {
        return opened(from, own.clear().limit(length));
    }

    SrdMessage opened(SrdChannel from, ByteBuffer content) {
        channel = from;
        data = content;
        return this;
    }

    /** Returns the message, from the position of a buffer to its limit. The buffer is valid until this message is closed. */
    public ByteBuffer data() {
        return data;
    }

    /** Releases this message. A second close has no effect. */
    @Override
    public void close() {
        endpoint.lock.lock();
        try {
            SrdChannel from = channel;
            if (from != null) {
                channel = null;
                endpoint.released(slot, from);
            }
        } finally {
            endpoint.lock.unlock();
        }
    }
}
