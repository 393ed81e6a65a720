package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a device can do beyond what every one can (ibv_query_device(3)). */
public enum DeviceCapability implements WireEnum {
    /** Queue pairs can be resized. */
    RESIZE_MAX_REQUESTS(1, "RESIZE_MAX_WR"),
    /** Ports count wrong P_Keys. */
    BAD_PARTITION_KEY_COUNTER(2, "BAD_PKEY_CNTR"),
    /** Ports count wrong Q_Keys. */
    BAD_QUEUE_KEY_COUNTER(4, "BAD_QKEY_CNTR"),
    /** Raw packets go to groups. */
    RAW_MULTICAST(8, "RAW_MULTI"),
    /** Queue pairs can have a second path. */
    AUTOMATIC_PATH_MIGRATION(16, "AUTO_PATH_MIG"),
    /** Queue pairs can change their port. */
    CHANGE_PHYSICAL_PORT(32, "CHANGE_PHY_PORT"),
    /** Address handles of another port are refused. */
    ADDRESS_HANDLE_PORT_ENFORCEMENT(64, "UD_AV_PORT_ENFORCE"),
    /** A modify may name the state that is expected. */
    CURRENT_STATE_MODIFIER(128, "CURR_QP_STATE_MOD"),
    /** Ports can be shut down. */
    SHUTDOWN_PORT(256, "SHUTDOWN_PORT"),
    /** Ports can ask for a kind of initialisation. */
    INIT_TYPE(512, "INIT_TYPE"),
    /** It tells that a port came up. */
    PORT_ACTIVE_EVENT(1024, "PORT_ACTIVE_EVENT"),
    /** It has a system image GUID. */
    SYSTEM_IMAGE_GUID(2048, "SYS_IMAGE_GUID"),
    /** It tells the sender that nothing is there to receive into. */
    RC_RNR_NAK_GENERATION(4096, "RC_RNR_NAK_GEN"),
    /** Shared receive queues can be resized. */
    SHARED_RECEIVE_QUEUE_RESIZE(8192, "SRQ_RESIZE"),
    /** It can notify after some completions. */
    NOTIFY_MORE_COMPLETIONS(16384, "N_NOTIFY_CQ"),
    /** It has memory windows of type 1. */
    MEMORY_WINDOW(131072, "MEM_WINDOW"),
    /** It makes and checks IP checksums of datagrams. */
    UD_IP_CHECKSUM(262144, "UD_IP_CSUM"),
    /** It has extended reliable connections. */
    XRC(1048576, "XRC"),
    /** It invalidates keys by send requests. */
    MEMORY_MANAGEMENT_EXTENSIONS(2097152, "MEM_MGT_EXTENSIONS"),
    /** It has windows of type 2A. */
    MEMORY_WINDOW_TYPE_2A(8388608, "MEM_WINDOW_TYPE_2A"),
    /** It has windows of type 2B. */
    MEMORY_WINDOW_TYPE_2B(16777216, "MEM_WINDOW_TYPE_2B"),
    /** It makes and checks IP checksums of connections. */
    RC_IP_CHECKSUM(33554432, "RC_IP_CSUM"),
    /** The same of raw packets. */
    RAW_IP_CHECKSUM(67108864, "RAW_IP_CSUM"),
    /** It has flow rules. */
    MANAGED_FLOW_STEERING(536870912, "MANAGED_FLOW_STEERING");

    private final int code;
    private final String text;

    DeviceCapability(int code, String text) {
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
}
