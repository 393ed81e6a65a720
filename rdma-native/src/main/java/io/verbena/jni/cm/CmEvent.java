package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** An event of the connection manager: {@code struct verbena_cm_event}. */
@JniClass(name = "verbena_cm_event", flags = STRUCT)
public final class CmEvent {
    /** Event type ({@code enum rdma_cm_event_type}). */
    public int type;

    /** Status: 0, a negative errno, or the reason of a rejection by the peer. */
    public int status;

    /** Cookie of the identifier; for a request, of the listening identifier. */
    public long cookie;

    /** New identifier of a connection request; 0 for other events. */
    public long id;

    /** Cookie of the multicast group, for multicast events. */
    public long membership;

    /** 1 if the event contains the address handle attributes and Q_Key of a datagram service. */
    public int datagram;

    /** Q_Key of the peer. */
    public int qkey;

    /** Private data. */
    @JniField(accessor = "parameters.data")
    public byte[] data = new byte[256];

    /** Length of the private data in bytes. */
    @JniField(accessor = "parameters.length")
    public int length;

    /** Responder resources of the peer. */
    @JniField(accessor = "parameters.responder_resources")
    public int responderResources;

    /** Initiator depth of the peer. */
    @JniField(accessor = "parameters.initiator_depth")
    public int initiatorDepth;

    /** 1 if the peer supports end-to-end flow control. */
    @JniField(accessor = "parameters.flow_control")
    public int flowControl;

    /** Retry count of the peer. */
    @JniField(accessor = "parameters.retries")
    public int retries;

    /** RNR retry count of the peer. */
    @JniField(accessor = "parameters.rnr_retries")
    public int rnrRetries;

    /** 1 if the peer receives from a shared receive queue. */
    @JniField(accessor = "parameters.srq")
    public int srq;

    /** Queue pair number of the peer. */
    @JniField(accessor = "parameters.qp_num")
    public int queuePair;

    /** Destination GID in network byte order. */
    @JniField(accessor = "ah.grh.dgid.raw")
    public byte[] dgid = new byte[16];

    /** Flow label (20 bits). */
    @JniField(accessor = "ah.grh.flow_label")
    public int flowLabel;

    /** Index of the source GID. */
    @JniField(accessor = "ah.grh.sgid_index")
    public int sgidIndex;

    /** Hop limit (8 bits). */
    @JniField(accessor = "ah.grh.hop_limit")
    public int hopLimit;

    /** Traffic class (8 bits). */
    @JniField(accessor = "ah.grh.traffic_class")
    public int trafficClass;

    /** Destination LID. */
    @JniField(accessor = "ah.dlid")
    public int dlid;

    /** Service level. */
    @JniField(accessor = "ah.sl")
    public int sl;

    /** Source path bits: the low bits of the source LID. */
    @JniField(accessor = "ah.src_path_bits")
    public int pathBits;

    /** Static rate ({@code enum ibv_rate}). */
    @JniField(accessor = "ah.static_rate")
    public int rate;

    /** 1 if packets have a GRH. */
    @JniField(accessor = "ah.is_global")
    public int global;

    /** Port number. */
    @JniField(accessor = "ah.port_num")
    public int port;
}
