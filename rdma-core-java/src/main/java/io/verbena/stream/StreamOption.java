package io.verbena.stream;

/**
 * An option of a stream (rsocket(7)). Sizes apply to connections that are established later; accepted streams inherit those of the
 * listening stream.
 */
public enum StreamOption {
    /** Maximum number of outstanding sends, 16 to 65534 (default: 384). */
    SEND_REQUESTS,
    /** Number of messages that the peer may send ahead, 16 to 65534 (default: 384). */
    RECEIVE_REQUESTS,
    /** Maximum length of a message that is copied into the request, in bytes, 0 to 1024 (default: 64). */
    INLINE_BYTES,
    /** Maximum number of memory mappings of each side, 0 to 128, to be set at both sides (default: 0). */
    MAPPINGS,
    /** Size of the send buffer in bytes, at least 4096 (default: 131072). */
    SEND_BUFFER,
    /** Size of the receive buffer in bytes, at least 4096 (default: 131072). */
    RECEIVE_BUFFER,
    /** Whether an address may be bound that is in use: 0 or 1 (default: 0). */
    REUSE_ADDRESS,
    /** Kept and returned, but without an effect: no message is delayed. 0 or 1 (default: 0). */
    NO_DELAY
}
