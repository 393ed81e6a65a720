package io.verbena.connection;

import io.verbena.error.Ranges;
import java.time.Duration;

/**
 * The size of a {@link MessageChannel}. The two sides may differ: each announces what it accepts.
 *
 * @param slots maximum number of short messages that are not taken yet, 2 to 8192; fewer if the queues of the connection are
 *     shorter (default: 16)
 * @param slotBytes maximum length of a short message in bytes, 64 to 1048576; the peer reads a longer one (default: 64 KiB)
 * @param largest maximum length of a message in bytes, at least {@code slotBytes} (default: 16 MiB)
 * @param window maximum number of long messages in flight in each direction, 1 to 64 (default: 4)
 * @param timeout limit for opening, closing, and everything that has no timeout of its own, 1 ms to 1 h (default: 10 s)
 */
public record MessageOptions(int slots, int slotBytes, int largest, int window, Duration timeout) {

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    /** The defaults of all options. */
    public static final MessageOptions DEFAULTS = new MessageOptions(16, 64 << 10, 16 << 20, 4, Duration.ofSeconds(10));

    /** Refuses options that are out of range. */
    public MessageOptions {
        Ranges.check("number of slots", slots, 2, 8192);
        Ranges.check("slot in bytes", slotBytes, 64, 1 << 20);
        Ranges.check("largest message in bytes", largest, slotBytes, Integer.MAX_VALUE - MessageHeader.BYTES);
        Ranges.check("window", window, 1, 64);
        Ranges.check("timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
    }

    /** Returns these options with another number and length of slots. */
    public MessageOptions slots(int count, int bytes) {
        return new MessageOptions(count, bytes, Math.max(bytes, largest), window, timeout);
    }

    /** Returns these options with another maximum length of a message. */
    public MessageOptions largest(int other) {
        return new MessageOptions(slots, slotBytes, other, window, timeout);
    }

    /** Returns these options with another number of long messages in flight. */
    public MessageOptions window(int other) {
        return new MessageOptions(slots, slotBytes, largest, other, timeout);
    }

    /** Returns these options with another timeout. */
    public MessageOptions timeout(Duration other) {
        return new MessageOptions(slots, slotBytes, largest, window, other);
    }

    /**
     * Returns what a peer has announced.
     *
     * @throws ForeignPeerException if no channel has such options
     */
    static MessageOptions ofPeer(ReceiveAnnouncement slots, ReceiveAnnouncement longest) {
        try {
            return new MessageOptions(slots.count(), slots.bytes(), longest.bytes(), longest.count(), MIN_TIMEOUT);
        } catch (IllegalArgumentException e) {
            throw new ForeignPeerException("the peer announced options that no channel has: " + e.getMessage(), e);
        }
    }

    /** Returns the receives for what takes no credit: reports of reads, two messages with credits, and the end. */
    private int uncounted() {
        return window + 3;
    }

    /** Returns the number of receives, and of places for messages that are being sent. */
    int places() {
        return slots + uncounted();
    }

    /** Returns the entries of the send queue that a channel needs: for what it sends, and for reads of long messages. */
    int sends() {
        return places() + window;
    }

    /** Returns the options of a channel over a connection with queues of this depth, of which an eighth is left to the user. */
    MessageOptions fitting(int depth) {
        int most = depth - depth / 8 - uncounted() - window;
        if (most < 2) {
            throw new IllegalArgumentException("a queue depth of " + depth + " has no room for a window of " + window
                    + "; connect with a larger queueDepth, or open the channel with a smaller window");
        }
        MessageOptions fitting = new MessageOptions(Math.min(slots, most), slotBytes, largest, window, timeout);
        long bytes = (long) fitting.places() * (slotBytes + MessageHeader.BYTES);
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(fitting.slots + " slots of " + slotBytes + " bytes, and " + uncounted()
                    + " beyond them, are " + bytes + " bytes, and one buffer has at most " + Integer.MAX_VALUE
                    + "; open the channel with fewer or smaller slots");
        }
        return fitting;
    }
}
