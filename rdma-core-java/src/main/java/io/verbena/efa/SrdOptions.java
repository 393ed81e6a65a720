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
 * @param timeout the time that closing a channel may take
 */
public record SrdOptions(int channels, int window, int maxLength, int sends, Duration timeout) {
    /** Maximum number of channels of an endpoint. */
    public static final int MAX_CHANNELS = 1 << 12;

    /** Maximum window of a channel, and maximum number of messages in flight. */
    public static final int MAX_WINDOW = 1 << 12;

    /** Maximum length of a message in bytes. */
    public static final int MAX_LENGTH = 1 << 16;

    /** 16 channels with windows of 64 messages of at most 2,000 bytes, 128 messages in flight, and a timeout of 10 seconds. */
    public static final SrdOptions DEFAULTS = new SrdOptions(16, 64, 2000, 128, Duration.ofSeconds(10));

    /** Refuses values that are out of range. */
    public SrdOptions {
        Ranges.check("channels", channels, 1, MAX_CHANNELS);
        Ranges.check("window", window, 1, MAX_WINDOW);
        Ranges.check("maximum length", maxLength, 1, MAX_LENGTH);
        Ranges.check("sends", sends, 1, MAX_WINDOW);
    }

    /** Returns a copy with another maximum number of channels. */
    public SrdOptions channels(int number) {
        return new SrdOptions(number, window, maxLength, sends, timeout);
    }

    /** Returns a copy with another window. */
    public SrdOptions window(int messages) {
        return new SrdOptions(channels, messages, maxLength, sends, timeout);
    }

    /** Returns a copy with another maximum length of a message. */
    public SrdOptions maxLength(int bytes) {
        return new SrdOptions(channels, window, bytes, sends, timeout);
    }

    /** Returns a copy with another maximum number of messages in flight. */
    public SrdOptions sends(int number) {
        return new SrdOptions(channels, window, maxLength, number, timeout);
    }

    /** Returns a copy with another timeout. */
    public SrdOptions timeout(Duration time) {
        return new SrdOptions(channels, window, maxLength, sends, time);
    }
}
