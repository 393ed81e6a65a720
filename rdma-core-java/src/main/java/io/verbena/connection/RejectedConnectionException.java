package io.verbena.connection;

import io.verbena.hca.RejectReason;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The other side refused the connection, or nobody listens there. */
public final class RejectedConnectionException extends ConnectionException {
    private final RejectReason reason;
    private final transient ByteBuffer privateData;

    RejectedConnectionException(
            String message, RejectReason reason, ByteBuffer privateData, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.privateData = privateData;
    }

    /** Why, as the connection manager tells it; {@link RejectReason#CONSUMER} if the program there refused. */
    public RejectReason reason() {
        return reason;
    }

    /** What the program there says; exactly what it gave, and nothing if it is no server of this package. Read only. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
