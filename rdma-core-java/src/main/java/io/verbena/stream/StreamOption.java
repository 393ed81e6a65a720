package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import java.util.Map;

/**
 * An option of a stream (rsocket(7)). Sizes apply to connections that are established later; accepted streams inherit those of the
 * listening stream.
 */
public enum StreamOption {
    /** Maximum number of outstanding sends, 16 to 65534 (default: 384). */
    SEND_REQUESTS(384, 16, 0xfffe),
    /** Number of messages that the peer may send ahead, 16 to 65534 (default: 384). */
    RECEIVE_REQUESTS(384, 16, 0xfffe),
    /** Maximum length of a message that is copied into the request, in bytes, 0 to 1024 (default: 64). */
    INLINE_BYTES(64, 0, 1024),
    /** Maximum number of memory mappings of each side, 0 to 128, to be set at both sides (default: 0). */
    MAPPINGS(0, 0, 128),
    /** Size of the send buffer in bytes, at least 4096 (default: 131072). */
    SEND_BUFFER(1 << 17, 4096, 1 << 30),
    /** Size of the receive buffer in bytes, at least 4096 (default: 131072). */
    RECEIVE_BUFFER(1 << 17, 4096, 1 << 30),
    /** Whether an address may be bound that is in use: 0 or 1 (default: 0). */
    REUSE_ADDRESS(0, 0, 1),
    /** Kept and returned, but without an effect: no message is delayed. 0 or 1 (default: 0). */
    NO_DELAY(0, 0, 1);

    private final int initial;
    private final int min;
    private final int max;

    StreamOption(int initial, int min, int max) {
        this.initial = initial;
        this.min = min;
        this.max = max;
    }

    /** Returns the value of this option, or its default. */
    int in(Map<StreamOption, Integer> options) {
        return options.getOrDefault(this, initial);
    }

    /**
     * Returns the value of this option, or its default.
     *
     * @throws SysException if the value is out of range (EINVAL)
     */
    int checkedIn(Map<StreamOption, Integer> options) {
        int value = in(options);
        if (value < min || value > max) {
            throw new SysException(
                    "rsetsockopt", this + " " + value, Errno.EINVAL, "set a value from " + min + " to " + max);
        }
        return value;
    }
}
