package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a work queue is to be. The fields are those of {@code struct ibv_wq_init_attr}. */
@JniClass(name = "ibv_wq_init_attr", flags = STRUCT)
public final class WqInitAttr {
    /** What its events are told by. */
    @JniField(cast = "void *", accessor = "wq_context")
    public long cookie;

    /** enum ibv_wq_type: 0, of receives. */
    @JniField(accessor = "wq_type")
    public int type;

    /** Requests. */
    @JniField(accessor = "max_wr")
    public int maxRequests;

    /** Segments of one. */
    @JniField(accessor = "max_sge")
    public int maxSegments;

    /** The protection domain. */
    @JniField(cast = "struct ibv_pd *", accessor = "pd")
    public long pd;

    /** The completion queue. */
    @JniField(cast = "struct ibv_cq *", accessor = "cq")
    public long cq;

    /** 1: there are flags. */
    @JniField(accessor = "comp_mask")
    public int mask;

    /** enum ibv_wq_flags. */
    @JniField(accessor = "create_flags")
    public int flags;
}
