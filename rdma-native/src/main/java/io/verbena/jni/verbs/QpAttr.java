package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a queue pair is now, or is to become. The fields are those of {@code struct ibv_qp_attr}. */
@JniClass(name = "ibv_qp_attr", flags = STRUCT)
public final class QpAttr {
    /** enum ibv_qp_state. */
    @JniField(accessor = "qp_state")
    public int state;

    /** The same. */
    @JniField(accessor = "cur_qp_state")
    public int currentState;

    /** enum ibv_mtu. */
    @JniField(accessor = "path_mtu")
    public int pathMtu;

    /** enum ibv_mig_state. */
    @JniField(accessor = "path_mig_state")
    public int migrationState;

    /** The Q_Key. */
    @JniField(accessor = "qkey")
    public int qkey;

    /** 24 bits. */
    @JniField(accessor = "rq_psn")
    public int receivePsn;

    /** 24 bits. */
    @JniField(accessor = "sq_psn")
    public int sendPsn;

    /** The other queue pair. */
    @JniField(accessor = "dest_qp_num")
    public int destination;

    /** enum ibv_access_flags. */
    @JniField(accessor = "qp_access_flags")
    public int access;

    /** Send requests. */
    @JniField(accessor = "cap.max_send_wr")
    public int maxSends;

    /** Receive requests. */
    @JniField(accessor = "cap.max_recv_wr")
    public int maxReceives;

    /** Segments of a send. */
    @JniField(accessor = "cap.max_send_sge")
    public int maxSendSegments;

    /** Segments of a receive. */
    @JniField(accessor = "cap.max_recv_sge")
    public int maxReceiveSegments;

    /** Bytes in a request itself. */
    @JniField(accessor = "cap.max_inline_data")
    public int maxInline;

    /** Where the P_Key stands. */
    @JniField(accessor = "pkey_index")
    public int pkeyIndex;

    /** The same of the other path. */
    @JniField(accessor = "alt_pkey_index")
    public int alternatePkeyIndex;

    /** 1: an event when the send queue is drained. */
    @JniField(accessor = "en_sqd_async_notify")
    public int drainNotify;

    /** 1: it is being drained. */
    @JniField(accessor = "sq_draining")
    public int draining;

    /** Reads and atomics begun at once. */
    @JniField(accessor = "max_rd_atomic")
    public int maxReadsBegun;

    /** Those answered at once. */
    @JniField(accessor = "max_dest_rd_atomic")
    public int maxReadsAnswered;

    /** How long the sender waits when nothing is there to receive into. */
    @JniField(accessor = "min_rnr_timer")
    public int minRnrTimer;

    /** The port. */
    @JniField(accessor = "port_num")
    public int port;

    /** 4.096 us * 2^n for an answer. */
    @JniField(accessor = "timeout")
    public int timeout;

    /** How often to send again. */
    @JniField(accessor = "retry_cnt")
    public int retries;

    /** How often when nothing was there to receive into; 7 for ever. */
    @JniField(accessor = "rnr_retry")
    public int rnrRetries;

    /** The other port. */
    @JniField(accessor = "alt_port_num")
    public int alternatePort;

    /** Its timeout. */
    @JniField(accessor = "alt_timeout")
    public int alternateTimeout;

    /** kb/s. */
    @JniField(accessor = "rate_limit")
    public int rateLimit;

    /** The GID of the destination, in network order, of the path. */
    @JniField(accessor = "ah_attr.grh.dgid.raw")
    public byte[] ahDgid = new byte[16];

    /** 20 bits, of the path. */
    @JniField(accessor = "ah_attr.grh.flow_label")
    public int ahFlowLabel;

    /** Where the own GID stands, of the path. */
    @JniField(accessor = "ah_attr.grh.sgid_index")
    public int ahSgidIndex;

    /** 8 bits, of the path. */
    @JniField(accessor = "ah_attr.grh.hop_limit")
    public int ahHopLimit;

    /** 8 bits, of the path. */
    @JniField(accessor = "ah_attr.grh.traffic_class")
    public int ahTrafficClass;

    /** The LID of the destination, of the path. */
    @JniField(accessor = "ah_attr.dlid")
    public int ahDlid;

    /** The service level, of the path. */
    @JniField(accessor = "ah_attr.sl")
    public int ahSl;

    /** Low bits of the own LID, of the path. */
    @JniField(accessor = "ah_attr.src_path_bits")
    public int ahPathBits;

    /** enum ibv_rate, of the path. */
    @JniField(accessor = "ah_attr.static_rate")
    public int ahRate;

    /** 1: the packets have a GRH, of the path. */
    @JniField(accessor = "ah_attr.is_global")
    public int ahGlobal;

    /** The port to leave by, of the path. */
    @JniField(accessor = "ah_attr.port_num")
    public int ahPort;

    /** The GID of the destination, in network order, of the other path. */
    @JniField(accessor = "alt_ah_attr.grh.dgid.raw")
    public byte[] alternateDgid = new byte[16];

    /** 20 bits, of the other path. */
    @JniField(accessor = "alt_ah_attr.grh.flow_label")
    public int alternateFlowLabel;

    /** Where the own GID stands, of the other path. */
    @JniField(accessor = "alt_ah_attr.grh.sgid_index")
    public int alternateSgidIndex;

    /** 8 bits, of the other path. */
    @JniField(accessor = "alt_ah_attr.grh.hop_limit")
    public int alternateHopLimit;

    /** 8 bits, of the other path. */
    @JniField(accessor = "alt_ah_attr.grh.traffic_class")
    public int alternateTrafficClass;

    /** The LID of the destination, of the other path. */
    @JniField(accessor = "alt_ah_attr.dlid")
    public int alternateDlid;

    /** The service level, of the other path. */
    @JniField(accessor = "alt_ah_attr.sl")
    public int alternateSl;

    /** Low bits of the own LID, of the other path. */
    @JniField(accessor = "alt_ah_attr.src_path_bits")
    public int alternatePathBits;

    /** enum ibv_rate, of the other path. */
    @JniField(accessor = "alt_ah_attr.static_rate")
    public int alternateRate;

    /** 1: the packets have a GRH, of the other path. */
    @JniField(accessor = "alt_ah_attr.is_global")
    public int alternateGlobal;

    /** The port to leave by, of the other path. */
    @JniField(accessor = "alt_ah_attr.port_num")
    public int alternateAhPort;
}
