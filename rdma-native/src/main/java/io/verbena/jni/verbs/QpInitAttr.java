package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a queue pair is to be. The fields are those of {@code struct ibv_qp_init_attr_ex}. */
@JniClass(name = "ibv_qp_init_attr_ex", flags = STRUCT)
public final class QpInitAttr {
    /** What its events are told by. */
    @JniField(cast = "void *", accessor = "qp_context")
    public long cookie;

    /** The completion queue of its sends. */
    @JniField(cast = "struct ibv_cq *", accessor = "send_cq")
    public long sendCq;

    /** That of its receives. */
    @JniField(cast = "struct ibv_cq *", accessor = "recv_cq")
    public long receiveCq;

    /** The shared receive queue, or 0. */
    @JniField(cast = "struct ibv_srq *", accessor = "srq")
    public long srq;

    /** The protection domain. */
    @JniField(cast = "struct ibv_pd *", accessor = "pd")
    public long pd;

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

    /** enum ibv_qp_type. */
    @JniField(accessor = "qp_type")
    public int type;

    /** 1: every send is completed. */
    @JniField(accessor = "sq_sig_all")
    public int allSignaled;

    /** enum ibv_qp_init_attr_mask. */
    @JniField(accessor = "comp_mask")
    public int mask;

    /** enum ibv_qp_create_flags. */
    @JniField(accessor = "create_flags")
    public int createFlags;

    /** The XRC domain. */
    @JniField(cast = "struct ibv_xrcd *", accessor = "xrcd")
    public long xrcd;

    /** Bytes of the longest header before data that are segmented. */
    @JniField(accessor = "max_tso_header")
    public int maxTsoHeader;

    /** The table of work queues. */
    @JniField(cast = "struct ibv_rwq_ind_table *", accessor = "rwq_ind_tbl")
    public long table;

    /** enum ibv_rx_hash_function_flags. */
    @JniField(accessor = "rx_hash_conf.rx_hash_function")
    public int hashFunction;

    /** Bytes of the key of the function. */
    @JniField(accessor = "rx_hash_conf.rx_hash_key_len")
    public int hashKeyLength;

    /** Where they lie. */
    @JniField(cast = "uint8_t *", accessor = "rx_hash_conf.rx_hash_key")
    public long hashKey;

    /** enum ibv_rx_hash_fields. */
    @JniField(accessor = "rx_hash_conf.rx_hash_fields_mask")
    public long hashFields;

    /** The number that is sent as that of the sender. */
    @JniField(accessor = "source_qpn")
    public int sourceNumber;

    /** enum ibv_qp_create_send_ops_flags. */
    @JniField(accessor = "send_ops_flags")
    public long sendOperations;
}
