package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The sizes of a stream, after the defaults of rsocket(7) and the limits of the protocol are applied.
 *
 * @param sends the length of the send queue
 * @param receives the number of data messages that the peer may send ahead
 * @param inlineBytes the maximum length of inline data
 * @param mappings the length of the table of mappings
 * @param sendBytes the size of the send ring
 * @param receiveBytes the size of the receive ring, an even number
 */
record StreamSizes(int sends, int receives, int inlineBytes, int mappings, int sendBytes, int receiveBytes) {
    private static final int MIN_QUEUE = 16;
    private static final int MAX_QUEUE = 0xfffe;
    private static final int MAX_INLINE = 1024;
    private static final int MAX_MAPPINGS = 128;
    private static final int MIN_RING = 4096;
    private static final int MAX_RING = 1 << 30;

    static final Map<StreamOption, Integer> DEFAULTS = Map.of(
            StreamOption.SEND_REQUESTS, 384,
            StreamOption.RECEIVE_REQUESTS, 384,
            StreamOption.INLINE_BYTES, 64,
            StreamOption.MAPPINGS, 0,
            StreamOption.SEND_BUFFER, 1 << 17,
            StreamOption.RECEIVE_BUFFER, 1 << 17,
            StreamOption.REUSE_ADDRESS, 0,
            StreamOption.NO_DELAY, 0);

    /**
     * Returns the sizes for options.
     *
     * @throws SysException if a value is out of range (EINVAL)
     */
    static StreamSizes of(Map<StreamOption, Integer> options) {
        Map<StreamOption, Integer> all = new EnumMap<>(DEFAULTS);
        all.putAll(options);
        return new StreamSizes(
                within(all, StreamOption.SEND_REQUESTS, MIN_QUEUE, MAX_QUEUE),
                within(all, StreamOption.RECEIVE_REQUESTS, MIN_QUEUE, MAX_QUEUE),
                within(all, StreamOption.INLINE_BYTES, 0, MAX_INLINE),
                within(all, StreamOption.MAPPINGS, 0, MAX_MAPPINGS),
                within(all, StreamOption.SEND_BUFFER, MIN_RING, MAX_RING),
                within(all, StreamOption.RECEIVE_BUFFER, MIN_RING, MAX_RING) & ~1);
    }

    private static int within(Map<StreamOption, Integer> options, StreamOption option, int min, int max) {
        int value = Objects.requireNonNull(options.get(option));
        if (value < min || value > max) {
            throw new SysException(
                    "rsetsockopt", option + " " + value, Errno.EINVAL, "set a value from " + min + " to " + max);
        }
        return value;
    }
}
