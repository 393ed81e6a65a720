package io.verbena.connection;

import io.verbena.hca.RejectReason;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The peer rejected the connection, or no server listens at the address. */
public final class RejectedConnectionException extends ConnectionException {
    private final RejectReason reason;
    private final transient ByteBuffer privateData;

    RejectedConnectionException(
            String message, RejectReason reason, ByteBuffer privateData, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.privateData = privateData;
    }

    /** Returns the reason of the connection manager; {@link RejectReason#CONSUMER} if the application rejected the connection. */
    public RejectReason reason() {
        return reason;
    }

    /** Returns the private data of the application that rejected the connection, read-only; empty for another program. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
