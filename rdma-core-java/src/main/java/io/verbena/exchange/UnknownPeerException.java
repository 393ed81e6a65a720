package io.verbena.exchange;

/** The peer is another program, or uses another version or another type of queue pair. */
public final class UnknownPeerException extends ExchangeException {
    /** Creates an exception whose message names what arrived and what was expected. */
    public UnknownPeerException(String message) {
        super(message, null);
    }
}
