package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** How large a shared receive queue is. The fields are those of {@code struct ibv_srq_attr}. */
@JniClass(name = "ibv_srq_attr", flags = STRUCT)
public final class SrqAttr {
    /** Requests. */
    @JniField(accessor = "max_wr")
    public int maxRequests;

    /** Segments of one. */
    @JniField(accessor = "max_sge")
    public int maxSegments;

    /** An event comes when fewer requests are there; 0 for none. */
    @JniField(accessor = "srq_limit")
    public int limit;
}
