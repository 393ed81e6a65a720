package io.verbena.connection.message;

import java.time.Duration;

/**
 * How large a channel of messages is. The sides may differ: each says what it takes.
 *
 * @param slots how many small messages are kept that nobody has taken, 2 to 8192; no more than fit into the queues of the
 *     connection
 * @param slotBytes how long a message may be to be sent at once, 64 to 1048576; a longer one is read by the other side
 * @param largest the longest message that is taken, at least {@code slotBytes}
 * @param window how many long messages are under way at once in each direction, 1 to 64
 * @param timeout to begin, to end, and for whatever has no deadline of its own
 */
public record MessageOptions(int slots, int slotBytes, int largest, int window, Duration timeout) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** 16 slots of 64 KiB, longer messages of up to 16 MiB, of which 4 at once, and 10 s. */
    public static final MessageOptions DEFAULTS = new MessageOptions(16, 64 << 10, 16 << 20, 4, Duration.ofSeconds(10));

    /** Refuses what cannot work. */
    public MessageOptions {
        require("a number of slots", slots, 2, 8192);
        require("a slot in bytes", slotBytes, 64, 1 << 20);
        require("a largest message in bytes", largest, slotBytes, Integer.MAX_VALUE - MessageHeader.BYTES);
        require("a window", window, 1, 64);
        if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a timeout of " + timeout + " makes no sense; give 1 ms to 1 h");
        }
    }

    private static void require(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " of " + value + " makes no sense; give " + least + " to " + most);
        }
    }

    /** The same with so many slots of so many bytes. */
    public MessageOptions slots(int count, int bytes) {
        return new MessageOptions(count, bytes, Math.max(bytes, largest), window, timeout);
    }

    /** The same with another longest message. */
    public MessageOptions largest(int other) {
        return new MessageOptions(slots, slotBytes, other, window, timeout);
    }

    /** The same with so many long messages at once. */
    public MessageOptions window(int other) {
        return new MessageOptions(slots, slotBytes, largest, other, timeout);
    }

    /** The same with another timeout. */
    public MessageOptions timeout(Duration other) {
        return new MessageOptions(slots, slotBytes, largest, window, other);
    }

    /** Receives beyond those that credits are given for: for the ends of own long messages, and for credits. */
    int reserve() {
        return window + 2;
    }

    /** Of a connection with queues of this depth. */
    MessageOptions fitting(int depth) {
        int most = depth - reserve() - window;
        if (most < 2) {
            throw new IllegalArgumentException("a queue depth of " + depth + " has no room for a window of " + window
                    + "; connect with a larger queueDepth, or open the channel with a smaller window");
        }
        MessageOptions fitting = new MessageOptions(Math.min(slots, most), slotBytes, largest, window, timeout);
        long bytes = (long) (fitting.slots + reserve()) * (slotBytes + MessageHeader.BYTES);
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(fitting.slots + " slots of " + slotBytes + " bytes, and " + reserve()
                    + " beyond them, are " + bytes + " bytes, and one buffer has at most " + Integer.MAX_VALUE
                    + "; open the channel with fewer or smaller slots");
        }
        return fitting;
    }
}
