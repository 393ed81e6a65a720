package io.verbena.connection;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A received message, in the memory that the device placed it in. Closing it releases its slot, so that the peer may send
 * another message; an application that keeps many of them stops the peer.
 */
public final class Message implements AutoCloseable {
    /** The slot of a message that is read into memory of its own, or has no bytes. */
    static final int NO_SLOT = -1;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /**
     * A reply that is sent before this message is released.
     *
     * @param header the header, which is not reused
     * @param body the body, which the caller may reuse
     * @param timeout the time in nanoseconds that the reply may wait to be sent
     * @param until the {@link System#nanoTime} at which that time is over
     * @param sent runs when the reply is sent
     */
    record Reply(ByteBuffer header, ByteBuffer body, long timeout, long until, Runnable sent) {
        ByteBuffer[] parts() {
            return new ByteBuffer[] {header, body};
        }

        int length() {
            return header.remaining() + body.remaining();
        }

        /** Returns this reply with a copy of its body, unless the body is read-only. */
        Reply copied() {
            if (body.isReadOnly()) {
                return this;
            }
            ByteBuffer copy =
                    ByteBuffer.allocate(body.remaining()).put(body.duplicate()).flip();
            return new Reply(header, copy, timeout, until, sent);
        }
    }

    private final Consumer<Message> releaser;
    final MessageHeader header;
    final int slot;
    private final ByteBuffer data;

    /** The memory of a long message; null if it is not being read. */
    @Nullable LocalBuffer buffer;

    @Nullable Reply reply;

    private boolean ready;
    private boolean closed;

    private Message(Consumer<Message> releaser, MessageHeader header, int slot, ByteBuffer data) {
        this.releaser = releaser;
        this.header = header;
        this.slot = slot;
        this.data = data;
        this.ready = header.kind() != MessageHeader.Kind.LONG;
    }

    static Message inSlot(Consumer<Message> releaser, MessageHeader header, int slot, ByteBuffer data) {
        return new Message(releaser, header, slot, data);
    }

    /** A message that occupies no slot: a long one, or the end. */
    static Message withoutSlot(Consumer<Message> releaser, MessageHeader header) {
        return new Message(releaser, header, NO_SLOT, NOTHING);
    }

    boolean isReady() {
        return ready;
    }

    void finish() {
        ready = true;
    }

    /** Removes and returns the reply that this message was given. */
    Reply takeReply() {
        Reply given = reply();
        reply = null;
        return given;
    }

    Reply reply() {
        Reply given = reply;
        if (given == null) {
            throw new IllegalStateException("a message without a reply");
        }
        return given;
    }

    /**
     * Returns the bytes of this message, read-only, from position 0 to the limit. They must not be used after the message is
     * closed.
     */
    public ByteBuffer data() {
        LocalBuffer read = buffer;
        return read == null
                ? data.duplicate()
                : read.bytes().limit((int) header.length()).slice().asReadOnlyBuffer();
    }

    /** Releases the slot of this message. Does nothing the second time. */
    @Override
    public void close() {
        if (closeOnce()) {
            releaser.accept(this);
        }
    }

    /** Returns whether this call closes the message. */
    synchronized boolean closeOnce() {
        boolean first = !closed;
        closed = true;
        return first;
    }
}
