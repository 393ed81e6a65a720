package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What the RDMA connection manager tells (rdma_get_cm_event(3)). */
public enum CmEventType implements WireEnum {
    /** The device that reaches an address is found. */
    ADDRESS_RESOLVED(0, "address resolved"),
    /** None is. */
    ADDRESS_ERROR(1, "address error"),
    /** The path is found. */
    ROUTE_RESOLVED(2, "route resolved"),
    /** None is. */
    ROUTE_ERROR(3, "route error"),
    /** Somebody asks for a connection. */
    CONNECT_REQUEST(4, "connect request"),
    /** The other side accepted; this side is to confirm. */
    CONNECT_RESPONSE(5, "connect response"),
    /** The attempt to connect failed. */
    CONNECT_ERROR(6, "connect error"),
    /** The other side does not answer. */
    UNREACHABLE(7, "unreachable"),
    /** The other side refused. */
    REJECTED(8, "rejected"),
    /** Both sides are connected. */
    ESTABLISHED(9, "established"),
    /** One of them ended it. */
    DISCONNECTED(10, "disconnected"),
    /** The device is taken away; what is of it should be closed. */
    DEVICE_REMOVAL(11, "device removal"),
    /** The group is joined. */
    MULTICAST_JOIN(12, "multicast join"),
    /** It could not be, or was left for an error. */
    MULTICAST_ERROR(13, "multicast error"),
    /** The network has other hardware behind an address. */
    ADDRESS_CHANGE(14, "address change"),
    /** No packet of the connection is on its way any more; the queue pair may be used again. */
    TIME_WAIT_EXIT(15, "time wait exit"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final CmEventType[] CONSTANTS = values();
    private final int code;
    private final String text;

    CmEventType(int code, String text) {
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
    public static CmEventType of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
