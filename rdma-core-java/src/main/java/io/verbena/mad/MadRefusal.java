package io.verbena.mad;

/** Reasons to refuse a request that all management classes share (IBA 13.4.7). */
public enum MadRefusal {
    /** The agent is busy; the requester may retry. */
    BUSY(0x0001),
    /** The agent does not support the class version. */
    VERSION(0x0004),
    /** The agent does not support the method. */
    METHOD(0x0008),
    /** The agent does not support the method for this attribute. */
    ATTRIBUTE(0x000c),
    /** The attribute modifier or a field is invalid. */
    FIELD(0x001c);

    /** Status of a response that redirects the requester. */
    static final int REDIRECT = 0x0002;

    private final int status;

    MadRefusal(int status) {
        this.status = status;
    }

    /** Returns the status field of the response. */
    public int status() {
        return status;
    }
}
