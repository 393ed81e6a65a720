package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a port is now. The fields are those of {@code struct ibv_port_attr}. */
@JniClass(name = "ibv_port_attr", flags = STRUCT)
public final class PortAttr {
    /** enum ibv_port_state. */
    @JniField(accessor = "state")
    public int state;

    /** enum ibv_mtu. */
    @JniField(accessor = "max_mtu")
    public int maxMtu;

    /** enum ibv_mtu. */
    @JniField(accessor = "active_mtu")
    public int activeMtu;

    /** Entries of the GID table. */
    @JniField(accessor = "gid_tbl_len")
    public int gids;

    /** enum ibv_port_cap_flags. */
    @JniField(accessor = "port_cap_flags")
    public int capabilities;

    /** Bytes of the longest message. */
    @JniField(accessor = "max_msg_sz")
    public int maxMessage;

    /** Packets with a wrong P_Key. */
    @JniField(accessor = "bad_pkey_cntr")
    public int badPkeys;

    /** Packets with a wrong Q_Key. */
    @JniField(accessor = "qkey_viol_cntr")
    public int badQkeys;

    /** Entries of the P_Key table. */
    @JniField(accessor = "pkey_tbl_len")
    public int pkeys;

    /** The LID. */
    @JniField(accessor = "lid")
    public int lid;

    /** That of the subnet manager. */
    @JniField(accessor = "sm_lid")
    public int smLid;

    /** Low bits of the LID that are free. */
    @JniField(accessor = "lmc")
    public int lmc;

    /** The code of how many virtual lanes. */
    @JniField(accessor = "max_vl_num")
    public int maxVl;

    /** The service level to the subnet manager. */
    @JniField(accessor = "sm_sl")
    public int smSl;

    /** 4.096 us * 2^n through the subnet. */
    @JniField(accessor = "subnet_timeout")
    public int subnetTimeout;

    /** What the subnet manager did. */
    @JniField(accessor = "init_type_reply")
    public int initTypeReply;

    /** 1 1X, 2 4X, 4 8X, 8 12X, 16 2X. */
    @JniField(accessor = "active_width")
    public int activeWidth;

    /** 1 2.5, 2 5, 4 10, 8 10, 16 14, 32 25, 64 50, 128 100 Gb/s a lane. */
    @JniField(accessor = "active_speed")
    public int activeSpeed;

    /** As in PortInfo. */
    @JniField(accessor = "phys_state")
    public int physicalState;

    /** 0 unspecified, 1 InfiniBand, 2 Ethernet. */
    @JniField(accessor = "link_layer")
    public int linkLayer;

    /** 1: the GRH is required. */
    @JniField(accessor = "flags")
    public int flags;

    /** enum ibv_port_cap_flags2. */
    @JniField(accessor = "port_cap_flags2")
    public int capabilities2;
}
