package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a shared receive queue with a type is to be. The fields are those of {@code struct ibv_srq_init_attr_ex}. */
@JniClass(name = "ibv_srq_init_attr_ex", flags = STRUCT)
public final class SrqInitAttrEx {
    /** What its events are told by. */
    @JniField(cast = "void *", accessor = "srq_context")
    public long cookie;

    /** Requests. */
    @JniField(accessor = "attr.max_wr")
    public int maxRequests;

    /** Segments of one. */
    @JniField(accessor = "attr.max_sge")
    public int maxSegments;

    /** An event comes when fewer requests are there. */
    @JniField(accessor = "attr.srq_limit")
    public int limit;

    /** enum ibv_srq_init_attr_mask. */
    @JniField(accessor = "comp_mask")
    public int mask;

    /** enum ibv_srq_type. */
    @JniField(accessor = "srq_type")
    public int type;

    /** The protection domain. */
    @JniField(cast = "struct ibv_pd *", accessor = "pd")
    public long pd;

    /** The XRC domain. */
    @JniField(cast = "struct ibv_xrcd *", accessor = "xrcd")
    public long xrcd;

    /** The completion queue. */
    @JniField(cast = "struct ibv_cq *", accessor = "cq")
    public long cq;

    /** Tags of the list. */
    @JniField(accessor = "tm_cap.max_num_tags")
    public int maxTags;

    /** Changes of the list under way. */
    @JniField(accessor = "tm_cap.max_ops")
    public int maxOperations;
}
