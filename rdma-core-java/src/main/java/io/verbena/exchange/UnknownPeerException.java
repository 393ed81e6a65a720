package io.verbena.exchange;

/** What the other side said is not what was expected: it is another program, another version, or has another service. */
public final class UnknownPeerException extends ExchangeException {
    /** What was said, and what was expected. */
    public UnknownPeerException(String message) {
        super(message, null);
    }
}
