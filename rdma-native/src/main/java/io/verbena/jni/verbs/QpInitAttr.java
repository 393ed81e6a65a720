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

    /** enum ibv_qp_create_send_ops_flags. */
    @JniField(accessor = "send_ops_flags")
    public long sendOperations;
}
