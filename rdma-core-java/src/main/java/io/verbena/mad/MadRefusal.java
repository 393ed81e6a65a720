package io.verbena.mad;

/** Why a request is refused, for reasons that all management classes share (IBA 13.4.7). */
public enum MadRefusal {
    /** It cannot be answered at the moment; whoever asked may ask again. */
    BUSY(0x0001),
    /** The version of the class is not supported. */
    VERSION(0x0004),
    /** The method is not supported. */
    METHOD(0x0008),
    /** The method is not supported with the attribute. */
    ATTRIBUTE(0x000c),
    /** The attribute modifier, or a field, is not valid. */
    FIELD(0x001c);

    private final int status;

    MadRefusal(int status) {
        this.status = status;
    }

    /** The status field of the answer. */
    public int status() {
        return status;
    }
}
