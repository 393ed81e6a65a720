package io.verbena.stream;

import io.verbena.error.RdmaException;
import java.time.Duration;

/** A wait for a stream has reached its timeout. */
public final class StreamTimeoutException extends RdmaException {
    StreamTimeoutException(Object subject, String wanted, Duration timeout) {
        super(subject + ": " + wanted + " took more than " + timeout.toMillis() + " ms; close it, or wait longer");
    }
}
