package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a device tells unasked (IBA 11.6.3; ibv_get_async_event(3)). */
public enum AsyncEventType implements WireEnum {
    /** More completions came than the queue holds. */
    COMPLETION_QUEUE_ERROR(0, "CQ error"),
    /** A queue pair failed for good. */
    QUEUE_PAIR_FATAL(1, "QP fatal error"),
    /** A request broke the rules of the transport. */
    QUEUE_PAIR_REQUEST_ERROR(2, "QP request error"),
    /** A request wanted what it may not. */
    QUEUE_PAIR_ACCESS_ERROR(3, "QP access error"),
    /** A first message came before the queue pair was ready to send. */
    COMMUNICATION_ESTABLISHED(4, "communication established"),
    /** What was begun is ended. */
    SEND_QUEUE_DRAINED(5, "send queue drained"),
    /** The queue pair uses the other path. */
    PATH_MIGRATED(6, "path migrated"),
    /** It could not. */
    PATH_MIGRATION_FAILED(7, "path migration failed"),
    /** The device is lost. */
    DEVICE_FATAL(8, "device fatal error"),
    /** The link came up. */
    PORT_ACTIVE(9, "port active"),
    /** The link went down. */
    PORT_ERROR(10, "port error"),
    /** The port has another LID. */
    LID_CHANGED(11, "LID changed"),
    /** The P_Key table is another. */
    PARTITION_KEY_CHANGED(12, "P_Key table changed"),
    /** Another is the master. */
    SUBNET_MANAGER_CHANGED(13, "subnet manager changed"),
    /** A shared receive queue failed. */
    SHARED_RECEIVE_QUEUE_ERROR(14, "SRQ error"),
    /** Fewer requests are there than its limit. */
    SHARED_RECEIVE_QUEUE_LIMIT(15, "SRQ limit reached"),
    /** A queue pair in error takes no more from its shared receive queue. */
    LAST_REQUEST_REACHED(16, "last WQE reached"),
    /** The subnet manager asks everybody to register again. */
    CLIENT_REREGISTER(17, "client reregistration"),
    /** The GID table is another. */
    GID_CHANGED(18, "GID table changed"),
    /** A work queue failed. */
    WORK_QUEUE_FATAL(19, "WQ fatal error"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final AsyncEventType[] CONSTANTS = values();
    private final int code;
    private final String text;

    AsyncEventType(int code, String text) {
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
    public static AsyncEventType of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
