package io.verbena.efa;

import io.verbena.verbs.AddressHandle;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a channel. It divides bytes into messages of the maximum length and, if the peer has a ring, runs. Guarded by the
 * lock of the endpoint.
 */
final class SrdOutput {
    /** Stands for the send ring where a slot of a message may be given. */
    private static final int RING = -1;

    private final SrdEndpoint endpoint;
    private final SrdChannel channel;
    private final @Nullable SrdRings rings;

    SrdOutput(SrdEndpoint endpoint, SrdChannel channel) {
        this.endpoint = endpoint;
        this.channel = channel;
        this.rings = channel.rings;
    }

    /** Returns whether the peer and the device have room for a message, or for bytes, which may be runs. */
    boolean maySend(boolean ofBytes) {
        return channel.order.maySend() && endpoint.sends.hasRoom() && (!ofBytes || rings == null || rings.hasRoom());
    }

    /** Begins a message, and returns its slot. */
    int begin(int length) {
        SrdOrder order = channel.order;
        int slot = endpoint.sends.take(channel);
        int sequence = order.nextSequence();
        SrdAddress peer = channel.requirePeer();
        endpoint.sends.header(slot, SrdHeader.MESSAGE, peer, sequence, order.grant(), length, channel.grantRing());
        return slot;
    }

    /** Adds a message whose content is in its slot. */
    void add(int slot, int length) {
        endpoint.sends.add(slot, length, to(), channel.requirePeer());
    }

    /** Adds a message whose content is in registered memory. */
    void add(int slot, long memory, int length, int key, Runnable sent) {
        endpoint.sends.add(slot, memory, length, key, sent, to(), channel.requirePeer());
    }

    /** Adds a run, which is written into the ring of the peer. */
    private void addRun(int slot, SrdRings ring, long memory, int length, int key, Runnable sent) {
        int sequence = channel.order.nextSequence();
        endpoint.sends
                .addRun(slot, sequence, sent, ring, to(), channel.requirePeer())
                .segment(memory, length, key);
        ring.written(length);
    }

    private AddressHandle to() {
        return Objects.requireNonNull(channel.addressHandle);
    }

    /** Sends as many bytes of several buffers as there is room for, and returns their number. */
    long send(ByteBuffer[] from, int offset, int count, int longest) {
        long rest = 0;
        for (int i = offset; i < offset + count; i++) {
            rest += from[i].remaining();
        }
        long total = 0;
        int next = offset;
        while (total < rest && maySend(true)) {
            int run = rings != null && rest - total > longest ? rings.roomToCopy(rest - total) : 0;
            int length = run > 0 ? run : (int) Math.min(longest, rest - total);
            if (rings != null && run > 0) {
                int slot = endpoint.sends.take(channel);
                next = gather(RING, from, next, length);
                long memory = rings.localAddress();
                addRun(slot, rings, memory, length, rings.localKey(), rings.begin(length));
            } else {
                int slot = begin(length);
                next = gather(slot, from, next, length);
                add(slot, length);
            }
            total += length;
        }
        endpoint.sends.flush();
        return total;
    }

    /** Sends registered memory as one run, or one message, as far as there is room, and returns the number of bytes. */
    int send(long memory, int length, int key, Runnable sent, int longest) {
        if (!maySend(true)) {
            return 0;
        }
        int run = rings != null && length > longest ? rings.room(length) : 0;
        int count = run > 0 ? run : Math.min(longest, length);
        if (rings != null && run > 0) {
            addRun(endpoint.sends.take(channel), rings, memory, count, key, sent);
        } else {
            add(begin(count), memory, count, key, sent);
        }
        endpoint.sends.flush();
        return count;
    }

    /** Copies bytes of buffers into a slot or the send ring, and returns the index of the first buffer that has bytes left. */
    private int gather(int slot, ByteBuffer[] from, int first, int length) {
        int next = first;
        for (int filled = 0; filled < length; ) {
            ByteBuffer part = from[next];
            int count = Math.min(part.remaining(), length - filled);
            copy(slot, filled, part, count);
            part.position(part.position() + count);
            filled += count;
            next += part.hasRemaining() ? 0 : 1;
        }
        return next;
    }

    private void copy(int slot, int filled, ByteBuffer part, int count) {
        if (slot != RING) {
            endpoint.sends.copy(slot, filled, part, part.position(), count);
        } else if (rings != null) {
            rings.copy(filled, part, part.position(), count);
        }
    }
}
