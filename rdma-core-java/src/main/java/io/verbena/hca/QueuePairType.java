package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** The service of a queue pair (IBA 9.7, 9.8; ibv_create_qp(3)). */
public enum QueuePairType implements WireEnum {
    /** Reliable connection: messages of any kind, acknowledged. */
    RC(2, "RC"),
    /** Unreliable connection: sends and writes; what is lost is lost. */
    UC(3, "UC"),
    /** Unreliable datagram: sends of one packet, to any queue pair. */
    UD(4, "UD"),
    /** Whole Ethernet frames. */
    RAW_PACKET(8, "RAW_PACKET"),
    /** The sending end of an extended reliable connection. */
    XRC_SEND(9, "XRC_SEND"),
    /** The receiving end of one. */
    XRC_RECEIVE(10, "XRC_RECV"),
    /** One that only the driver knows. */
    DRIVER(255, "DRIVER"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final QueuePairType[] CONSTANTS = values();
    private final int code;
    private final String text;

    QueuePairType(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }

    /** The constant with this code, {@link #UNKNOWN} where there is none. */
    public static QueuePairType of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
