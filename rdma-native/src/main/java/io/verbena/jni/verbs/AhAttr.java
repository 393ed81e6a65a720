package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** Where a datagram goes. The fields are those of {@code struct ibv_ah_attr}. */
@JniClass(name = "ibv_ah_attr", flags = STRUCT)
public final class AhAttr {
    /** The GID of the destination, in network order. */
    @JniField(accessor = "grh.dgid.raw")
    public byte[] dgid = new byte[16];

    /** 20 bits. */
    @JniField(accessor = "grh.flow_label")
    public int flowLabel;

    /** Where the own GID stands. */
    @JniField(accessor = "grh.sgid_index")
    public int sgidIndex;

    /** 8 bits. */
    @JniField(accessor = "grh.hop_limit")
    public int hopLimit;

    /** 8 bits. */
    @JniField(accessor = "grh.traffic_class")
    public int trafficClass;

    /** The LID of the destination. */
    @JniField(accessor = "dlid")
    public int dlid;

    /** The service level. */
    @JniField(accessor = "sl")
    public int sl;

    /** Low bits of the own LID. */
    @JniField(accessor = "src_path_bits")
    public int pathBits;

    /** enum ibv_rate. */
    @JniField(accessor = "static_rate")
    public int rate;

    /** 1: the packets have a GRH. */
    @JniField(accessor = "is_global")
    public int global;

    /** The port to leave by. */
    @JniField(accessor = "port_num")
    public int port;
}
