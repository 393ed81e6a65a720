package io.verbena.efa;

import io.verbena.error.RdmaException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes what has arrived at an endpoint to its channels, and drops what is for none of them. Guarded by the lock of the endpoint.
 */
final class SrdArrivals {
    private final @Nullable SrdChannel[] channels;
    private final SrdReceives receives;
    private long dropped;

    SrdArrivals(@Nullable SrdChannel[] channels, SrdReceives receives) {
        this.channels = channels;
        this.receives = receives;
    }

    /** Returns the number of messages and runs that were dropped. */
    long dropped() {
        return dropped;
    }

    /** Takes a message in a slot. */
    void message(int slot, int bytes, int source) {
        ByteBuffer memory = receives.memory(slot);
        SrdChannel channel = SrdHeader.isValid(memory, bytes) ? channel(memory) : null;
        if (channel == null || !isFrom(channel, source)) {
            drop(slot);
            return;
        }
        boolean isMessage = SrdHeader.kind(memory) == SrdHeader.MESSAGE;
        boolean valid = received(channel, memory, slot);
        if (!valid || !isMessage) {
            receives.postUnannounced(slot);
        }
        if (!valid) {
            channel.fail(new RdmaException("the peer of " + channel + " broke the protocol: message "
                    + SrdHeader.sequence(memory) + " with limit " + SrdHeader.limit(memory)
                    + " is outside of the window, or frees bytes that were not sent"));
        }
    }

    /** Takes a run that was written into the ring of a channel, and has consumed the receive of a slot. */
    void run(int slot, int bytes, int source, int immediate) {
        SrdChannel channel = channel(SrdHeader.channel(immediate));
        if (channel == null || bytes <= 0 || !isWriter(channel, source)) {
            drop(slot);
            return;
        }
        receives.run(slot, bytes);
        if (!written(channel, immediate, slot, bytes)) {
            receives.postUnannounced(slot);
            channel.fail(new RdmaException("the peer of " + channel + " broke the protocol: a run of " + bytes
                    + " bytes is outside of the window, or exceeds the room in the ring"));
        }
    }

    /** Returns whether a channel sends to a queue pair; before it is connected, any may be that of the peer. */
    private static boolean isFrom(SrdChannel channel, int queuePair) {
        SrdAddress peer = channel.peer;
        return peer == null || peer.queuePair() == queuePair;
    }

    /** Returns whether a queue pair may write into the ring of a channel; before that is connected, the first one may. */
    private static boolean isWriter(SrdChannel channel, int queuePair) {
        SrdRings rings = channel.rings;
        return rings != null && (channel.peer == null ? rings.isWriter(queuePair) : isFrom(channel, queuePair));
    }

    /** Passes a message with a valid header to its channel, and returns whether the peer was allowed to send it. */
    private static boolean received(SrdChannel channel, ByteBuffer memory, int slot) {
        channel.changed();
        SrdAddress peer = channel.peer;
        SrdRings rings = channel.rings;
        int window = peer == null ? SrdOptions.MAX_WINDOW : peer.window();
        if (!channel.order.granted(SrdHeader.limit(memory), window)
                || (rings != null && !rings.granted(SrdHeader.freed(memory)))) {
            return false;
        }
        int sequence = SrdHeader.sequence(memory);
        return switch (SrdHeader.kind(memory)) {
            case SrdHeader.MESSAGE -> channel.order.arrived(sequence, slot);
            case SrdHeader.END -> channel.order.ended(sequence);
            case SrdHeader.CLOSE -> {
                channel.peerClosed();
                yield channel.order.ended(sequence);
            }
            // Limits have no place in the order.
            default -> true;
        };
    }

    /** Passes a run to its channel, and returns whether the peer was allowed to write it. */
    private static boolean written(SrdChannel channel, int immediate, int slot, int length) {
        channel.changed();
        int sequence = SrdHeader.sequence(immediate, channel.order.nextToTake());
        return channel.rings != null && channel.rings.arrived(length) && channel.order.arrived(sequence, slot);
    }

    private @Nullable SrdChannel channel(ByteBuffer memory) {
        SrdChannel found = channel(SrdHeader.channel(memory));
        return found != null && found.address().token() == SrdHeader.token(memory) ? found : null;
    }

    private @Nullable SrdChannel channel(int number) {
        return number >= 0 && number < channels.length ? channels[number] : null;
    }

    /** Drops what has arrived in a slot. */
    void drop(int slot) {
        dropped++;
        receives.postUnannounced(slot);
    }
}
