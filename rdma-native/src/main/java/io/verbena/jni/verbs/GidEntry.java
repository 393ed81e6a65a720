package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** An entry of a GID table. The fields are those of {@code struct ibv_gid_entry}. */
@JniClass(name = "ibv_gid_entry", flags = STRUCT)
public final class GidEntry {
    /** In network order. */
    @JniField(accessor = "gid.raw")
    public byte[] gid = new byte[16];

    /** Where it stands. */
    @JniField(accessor = "gid_index")
    public int index;

    /** The port. */
    @JniField(accessor = "port_num")
    public int port;

    /** 0 InfiniBand or RoCE v1, 1 and 2 the RoCE versions: enum ibv_gid_type. */
    @JniField(accessor = "gid_type")
    public int type;

    /** The network interface, 0 for none. */
    @JniField(accessor = "ndev_ifindex")
    public int interfaceIndex;
}
