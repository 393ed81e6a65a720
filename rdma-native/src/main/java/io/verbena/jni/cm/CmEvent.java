package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What happened: {@code struct verbena_cm_event}. */
@JniClass(name = "verbena_cm_event", flags = STRUCT)
public final class CmEvent {
    /** enum rdma_cm_event_type. */
    public int type;

    /** 0, a negative errno, or a reason of the other side. */
    public int status;

    /** That of the id; of the listening one for a request. */
    public long cookie;

    /** The new id of a request, else 0. */
    public long id;

    /** The cookie of the group, for events of groups. */
    public long membership;

    /** 1: it is about datagrams, and tells the way and the Q_Key. */
    public int datagram;

    /** The Q_Key of the other side. */
    public int qkey;

    /** The private data. */
    @JniField(accessor = "parameters.data")
    public byte[] data = new byte[256];

    /** Bytes of private data. */
    @JniField(accessor = "parameters.length")
    public int length;

    /** What the other side said. */
    @JniField(accessor = "parameters.responder_resources")
    public int responderResources;

    /** What the other side said. */
    @JniField(accessor = "parameters.initiator_depth")
    public int initiatorDepth;

    /** What the other side said. */
    @JniField(accessor = "parameters.flow_control")
    public int flowControl;

    /** What the other side said. */
    @JniField(accessor = "parameters.retries")
    public int retries;

    /** What the other side said. */
    @JniField(accessor = "parameters.rnr_retries")
    public int rnrRetries;

    /** What the other side said. */
    @JniField(accessor = "parameters.srq")
    public int srq;

    /** The number of its queue pair. */
    @JniField(accessor = "parameters.qp_num")
    public int queuePair;

    /** The GID of the way, in network order. */
    @JniField(accessor = "ah.grh.dgid.raw")
    public byte[] dgid = new byte[16];

    /** 20 bits. */
    @JniField(accessor = "ah.grh.flow_label")
    public int flowLabel;

    /** Where the own GID stands. */
    @JniField(accessor = "ah.grh.sgid_index")
    public int sgidIndex;

    /** 8 bits. */
    @JniField(accessor = "ah.grh.hop_limit")
    public int hopLimit;

    /** 8 bits. */
    @JniField(accessor = "ah.grh.traffic_class")
    public int trafficClass;

    /** The LID of the way. */
    @JniField(accessor = "ah.dlid")
    public int dlid;

    /** The service level. */
    @JniField(accessor = "ah.sl")
    public int sl;

    /** Low bits of the own LID. */
    @JniField(accessor = "ah.src_path_bits")
    public int pathBits;

    /** enum ibv_rate. */
    @JniField(accessor = "ah.static_rate")
    public int rate;

    /** 1: the packets have a GRH. */
    @JniField(accessor = "ah.is_global")
    public int global;

    /** The port to leave by. */
    @JniField(accessor = "ah.port_num")
    public int port;
}
