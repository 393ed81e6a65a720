package io.verbena.cm;

import io.verbena.hca.RejectReason;
import java.nio.ByteBuffer;

/** The peer rejected the connection. */
public final class RejectedException extends CmException {
    private final RejectReason reason;
    private final int status;
    private final transient ByteBuffer privateData;

    RejectedException(Object id, int status, ByteBuffer privateData) {
        super(id + " was rejected: " + RejectReason.of(status).text(status)
                + (privateData.hasRemaining() ? ", with " + privateData.remaining() + " bytes of private data" : ""));
        this.reason = RejectReason.of(status);
        this.status = status;
        this.privateData = privateData;
    }

    /** Returns the reason. */
    public RejectReason reason() {
        return reason;
    }

    /** Returns the code of the reason (IBA 12.6.7.2), or a negative errno on iWARP. */
    public int status() {
        return status;
    }

    /** Returns the private data of the peer, read-only; it may be padded with zeros. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
