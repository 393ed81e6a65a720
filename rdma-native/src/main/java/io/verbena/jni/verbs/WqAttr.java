package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What of a work queue is to be another. The fields are those of {@code struct ibv_wq_attr}. */
@JniClass(name = "ibv_wq_attr", flags = STRUCT)
public final class WqAttr {
    /** enum ibv_wq_attr_mask. */
    @JniField(accessor = "attr_mask")
    public int mask;

    /** enum ibv_wq_state. */
    @JniField(accessor = "wq_state")
    public int state;

    /** The state that is expected. */
    @JniField(accessor = "curr_wq_state")
    public int currentState;

    /** enum ibv_wq_flags. */
    @JniField(accessor = "flags")
    public int flags;

    /** Which of them. */
    @JniField(accessor = "flags_mask")
    public int flagsMask;
}
