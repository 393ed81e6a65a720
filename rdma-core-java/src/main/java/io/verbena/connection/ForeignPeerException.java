package io.verbena.connection;

import org.jspecify.annotations.Nullable;

/** The peer uses another protocol or another version of this protocol, or breaks the protocol. */
public final class ForeignPeerException extends ConnectionException {
    ForeignPeerException(String message) {
        super(message);
    }

    /** Creates an exception with a message that names what the peer sent and what this side expects. */
    public ForeignPeerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns the exception for a peer that uses another version of a protocol.
     *
     * @param protocol the name of the protocol, such as {@code message}
     * @param version the version of the peer
     * @param own the version of this side
     */
    static ForeignPeerException ofVersion(String protocol, int version, int own) {
        return new ForeignPeerException("the peer uses version " + version + " of the " + protocol
                + " protocol, and this side uses version " + own + "; use the same version of Verbena on both sides");
    }
}
