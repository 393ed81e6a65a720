package io.verbena.exchange;

/** The other side could not connect its queue pair, and said why. */
public final class PeerRefusedException extends ExchangeException {
    PeerRefusedException(String message) {
        super(message, null);
    }
}
