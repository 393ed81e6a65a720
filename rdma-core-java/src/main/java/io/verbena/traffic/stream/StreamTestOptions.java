package io.verbena.traffic.stream;

import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import java.util.OptionalInt;

/**
 * The parameters of a stream test.
 *
 * @param kind the kind of transfer
 * @param waits how a side waits for the other
 * @param verify whether to send a pattern and to verify what arrives; the peer does the same
 * @param bufferBytes the size of the send and receive buffers; empty for the default
 * @param inlineBytes the maximum length of a message that is copied into a request; empty for the default
 */
public record StreamTestOptions(
        StreamTestKind kind, StreamWaits waits, boolean verify, OptionalInt bufferBytes, OptionalInt inlineBytes) {
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
        StreamSettings settings = StreamSettings.DEFAULTS.with(StreamOption.REUSE_ADDRESS, 1);
        if (kind == StreamTestKind.MAPPED) {
            settings = settings.with(StreamOption.MAPPINGS, 1);
        }
        if (bufferBytes.isPresent()) {
            settings = settings.with(StreamOption.SEND_BUFFER, bufferBytes.getAsInt())
                    .with(StreamOption.RECEIVE_BUFFER, bufferBytes.getAsInt());
        }
        return inlineBytes.isPresent() ? settings.with(StreamOption.INLINE_BYTES, inlineBytes.getAsInt()) : settings;
    }
}
