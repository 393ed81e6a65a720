package io.verbena.exchange;

import org.jspecify.annotations.Nullable;

/** The other side ended the channel before it had said all, or nobody is there. */
public final class PeerClosedException extends ExchangeException {
    PeerClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
