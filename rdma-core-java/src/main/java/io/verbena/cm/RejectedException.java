package io.verbena.cm;

import io.verbena.hca.RejectReason;
import java.nio.ByteBuffer;

/** The peer rejected the connection. */
public final class RejectedException extends CmException {
    private final RejectReason reason;
    private final int status;
    private final transient ByteBuffer privateData;

    RejectedException(CmEvent event) {
        super(
                event.id() + " was rejected: "
                        + RejectReason.of(event.status()).text(event.status())
                        + (event.privateData().hasRemaining()
                                ? ", with " + event.privateData().remaining() + " bytes of private data"
                                : ""),
                null);
        this.reason = RejectReason.of(event.status());
        this.status = event.status();
        this.privateData = event.privateData();
    }

    /** Why. */
    public RejectReason reason() {
        return reason;
    }

    /** Its code: of IBA 12.6.7.2, or a negative errno on iWARP. */
    public int status() {
        return status;
    }

    /** Returns the private data of the peer, read-only; it may be padded with zeros. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
