package io.verbena.exchange;

import org.jspecify.annotations.Nullable;

/** The peer closed the channel during the exchange, or no program listens at the address. */
public final class PeerClosedException extends ExchangeException {
    PeerClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
