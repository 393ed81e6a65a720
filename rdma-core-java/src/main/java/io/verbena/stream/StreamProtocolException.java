package io.verbena.stream;

import io.verbena.error.RdmaException;

/** The peer of a stream does not follow the protocol of rsockets, or of streams over SRD; the message says how. */
public final class StreamProtocolException extends RdmaException {
    StreamProtocolException(String message) {
        super(message);
    }
}
