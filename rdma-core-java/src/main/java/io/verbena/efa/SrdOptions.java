package io.verbena.efa;

import io.verbena.error.Ranges;
import java.time.Duration;

/**
 * The sizes of an {@link SrdEndpoint}.
 *
 * @param channels the maximum number of channels that are open at a time, 1 to {@link #MAX_CHANNELS}
 * @param window the number of messages that each channel holds before its application takes them, 1 to {@link #MAX_WINDOW}
 * @param maxLength the maximum length of a message in bytes, 1 to {@link #MAX_LENGTH}; the device may permit less
 * @param sends the maximum number of messages in flight of all channels together, 1 to {@link #MAX_WINDOW}
 * @param receiveRing the size of the ring of each channel that its peer writes long runs of bytes into, in bytes, {@link #MIN_RING} to
 *     {@link #MAX_RING}; 0 for none. A ring requires a device with {@code EfaCapability.RDMA_WRITE}
 * @param sendRing the size of the ring of each channel from which it writes into that of its peer; 0 if and only if {@code receiveRing}
 *     is
 * @param timeout the time that closing a channel may take
 */
public record SrdOptions(
        int channels, int window, int maxLength, int sends, int receiveRing, int sendRing, Duration timeout) {
    /** Maximum number of channels of an endpoint. */
    public static final int MAX_CHANNELS = 1 << 12;

    /** Maximum window of a channel, and maximum number of messages in flight. */
    public static final int MAX_WINDOW = 1 << 12;

    /** Maximum length of a message in bytes. */
    public static final int MAX_LENGTH = 1 << 16;

    /** Minimum size of a ring in bytes. */
    public static final int MIN_RING = 1 << 14;

    /** Maximum size of a ring in bytes. */
    public static final int MAX_RING = 1 << 30;

    /** 16 channels with windows of 64 messages of at most 2,000 bytes, 128 messages in flight, no rings, and a timeout of 10 s. */
    public static final SrdOptions DEFAULTS = new SrdOptions(16, 64, 2000, 128, 0, 0, Duration.ofSeconds(10));

    /** Refuses values that are out of range. */
    public SrdOptions {
        Ranges.check("channels", channels, 1, MAX_CHANNELS);
        Ranges.check("window", window, 1, MAX_WINDOW);
        Ranges.check("maximum length", maxLength, 1, MAX_LENGTH);
        Ranges.check("sends", sends, 1, MAX_WINDOW);
        if (receiveRing != 0 || sendRing != 0) {
            Ranges.check("receive ring", receiveRing, MIN_RING, MAX_RING);
            Ranges.check("send ring", sendRing, MIN_RING, MAX_RING);
        }
    }

    /** Returns a copy with another maximum number of channels. */
    public SrdOptions channels(int number) {
        return new SrdOptions(number, window, maxLength, sends, receiveRing, sendRing, timeout);
    }

    /** Returns a copy with another window. */
    public SrdOptions window(int messages) {
        return new SrdOptions(channels, messages, maxLength, sends, receiveRing, sendRing, timeout);
    }

    /** Returns a copy with another maximum length of a message. */
    public SrdOptions maxLength(int bytes) {
        return new SrdOptions(channels, window, bytes, sends, receiveRing, sendRing, timeout);
    }

    /** Returns a copy with another maximum number of messages in flight. */
    public SrdOptions sends(int number) {
        return new SrdOptions(channels, window, maxLength, number, receiveRing, sendRing, timeout);
    }

    /** Returns a copy with other sizes of the rings; 0 and 0 for none. */
    public SrdOptions rings(int receiveBytes, int sendBytes) {
        return new SrdOptions(channels, window, maxLength, sends, receiveBytes, sendBytes, timeout);
    }

    boolean hasRings() {
        return receiveRing > 0;
    }

    /** Returns a copy with another timeout. */
    public SrdOptions timeout(Duration time) {
        return new SrdOptions(channels, window, maxLength, sends, receiveRing, sendRing, time);
    }
}
