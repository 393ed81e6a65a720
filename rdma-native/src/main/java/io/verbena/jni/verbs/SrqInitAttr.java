package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a shared receive queue is to be. The fields are those of {@code struct ibv_srq_init_attr}. */
@JniClass(name = "ibv_srq_init_attr", flags = STRUCT)
public final class SrqInitAttr {
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
}
