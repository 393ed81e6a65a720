package io.verbena.exchange;

/** The peer is another program, or uses another version or another type of queue pair. */
public final class UnknownPeerException extends ExchangeException {
    /** What was said, and what was expected. */
    public UnknownPeerException(String message) {
        super(message, null);
    }
}
