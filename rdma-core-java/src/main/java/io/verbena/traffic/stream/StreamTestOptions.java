package io.verbena.traffic.stream;

import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The parameters of a stream test.
 *
 * @param kind the kind of transfer
 * @param waits how a side waits for the other
 * @param verify whether to send a pattern and to verify what arrives; the peer does the same
 * @param bufferBytes the size of the send and receive buffers
 * @param inlineBytes the maximum length of a message that is copied into a request; empty for the default
 * @param keepAlive the interval of probes of an idle peer; zero for none, which TCP sockets require
 */
public record StreamTestOptions(
        StreamTestKind kind,
        StreamWaits waits,
        boolean verify,
        int bufferBytes,
        OptionalInt inlineBytes,
        Duration keepAlive) {
    /** The size of the buffers in the C programs, in bytes. */
    public static final int DEFAULT_BUFFER_BYTES = 1 << 19;

    /** Rejects a keep-alive of TCP sockets. */
    public StreamTestOptions {
        if (kind == StreamTestKind.SOCKET && !keepAlive.isZero()) {
            throw new IllegalArgumentException(
                    "a keep-alive of " + keepAlive.toSeconds() + " s cannot be set for TCP sockets; leave it out");
        }
    }

    /** The kinds of transfers. */
    public enum StreamTestKind {
        /** Messages over a stream, as rstream(1) sends them. */
        MESSAGES,
        /** Messages over a TCP socket, which needs no RDMA device. */
        SOCKET,
        /** Writes into memory that the peer has mapped, as riostream(1) does. */
        MAPPED
    }

    /** How a side waits. */
    public enum StreamWaits {
        /** Calls that block. */
        BLOCKING,
        /** Calls that do not block, again and again. */
        NONBLOCKING,
        /** A poller or selector, and calls that do not block. */
        POLLING
    }

    StreamSettings settings() {
        StreamSettings settings = StreamSettings.DEFAULTS
                .with(StreamOption.REUSE_ADDRESS, 1)
                .with(StreamOption.SEND_BUFFER, bufferBytes)
                .with(StreamOption.RECEIVE_BUFFER, bufferBytes);
        if (kind == StreamTestKind.MAPPED) {
            settings = settings.with(StreamOption.MAPPINGS, 1);
        }
        return inlineBytes.isPresent() ? settings.with(StreamOption.INLINE_BYTES, inlineBytes.getAsInt()) : settings;
    }
}
