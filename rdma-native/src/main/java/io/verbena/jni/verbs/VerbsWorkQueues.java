package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Work queues, and tables of them. */
@JniClass
public final class VerbsWorkQueues {
    private VerbsWorkQueues() {}

    /** A work queue; the sizes become what it got. */
    @JniMethod(accessor = "verbena_verbs_create_wq")
    public static native long createWq(long context, WqInitAttr attributes);

    /** Its number. */
    @JniMethod(accessor = "verbena_verbs_wq_number")
    public static native int wqNumber(long wq);

    /** Changes what the mask says. */
    @JniMethod(accessor = "verbena_verbs_modify_wq")
    public static native int modifyWq(long wq, WqAttr attributes);

    /** Ends it; {@code -EBUSY} if a table names it. */
    @JniMethod(accessor = "verbena_verbs_destroy_wq")
    public static native int destroyWq(long wq);

    /** A table of 2^n queues, whose numbers lie at an address. */
    @JniMethod(accessor = "verbena_verbs_create_table")
    public static native long createTable(long context, long queues, int logSize);

    /** Ends it; {@code -EBUSY} if a queue pair uses it. */
    @JniMethod(accessor = "verbena_verbs_destroy_table")
    public static native int destroyTable(long table);
}
