package io.verbena.connection;

import org.jspecify.annotations.Nullable;

/** The other side speaks another protocol, or another version of this one, or says what cannot be. */
public final class ForeignPeerException extends ConnectionException {
    /** Says what it said, and what it should have. */
    public ForeignPeerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
