package io.verbena.cm;

import io.verbena.hca.RejectReason;
import java.nio.ByteBuffer;

/** The other side refused the connection. */
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

    /** What the program there tells; it may be longer than what that program gave, filled with zeros. Read only. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
