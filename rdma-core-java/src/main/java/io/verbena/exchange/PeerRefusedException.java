package io.verbena.exchange;

/** The peer could not connect its queue pair, and sent the reason. */
public final class PeerRefusedException extends ExchangeException {
    PeerRefusedException(String message) {
        super(message, null);
    }
}
