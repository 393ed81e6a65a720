package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Functions of libibverbs for completion channels, completion queues, shared receive queues and work queues. */
@JniClass
public final class IbvQueues {
    private IbvQueues() {}

    /** Calls {@code ibv_create_comp_channel}. */
    @JniMethod(accessor = "verbena_verbs_create_channel")
    public static native long createChannel(long context);

    /** Calls {@code ibv_destroy_comp_channel}. */
    @JniMethod(accessor = "verbena_verbs_destroy_channel")
    public static native int destroyChannel(long channel);

    /** Calls {@code ibv_create_cq}; the channel may be 0. */
    @JniMethod(accessor = "verbena_verbs_create_cq")
    public static native long createCq(long context, int entries, long cookie, long channel, int vector);

    /**
     * Calls {@code ibv_create_cq_ex}.
     *
     * @param fields {@code enum ibv_create_cq_wc_flags}
     * @param flags {@code enum ibv_create_cq_attr_flags}
     * @param domain a parent domain, or 0
     */
    @JniMethod(accessor = "verbena_verbs_create_cq_ex")
    public static native long createCqEx(
            long context, int entries, long cookie, long channel, int vector, long fields, int flags, long domain);

    /** Returns the number of entries of a completion queue ({@code cqe}). */
    @JniMethod(accessor = "verbena_verbs_cq_entries")
    public static native int cqEntries(long cq);

    /** Calls {@code ibv_resize_cq}. */
    @JniMethod(accessor = "verbena_verbs_resize_cq")
    public static native int resizeCq(long cq, int entries);

    /** Calls {@code ibv_modify_cq} to delay events until there are {@code count} completions or the period has passed. */
    @JniMethod(accessor = "verbena_verbs_moderate_cq")
    public static native int moderateCq(long cq, int count, int periodMicros);

    /** Calls {@code ibv_destroy_cq}, which waits until all events of the queue are acknowledged. */
    @JniMethod(accessor = "verbena_verbs_destroy_cq")
    public static native int destroyCq(long cq);

    /** Calls {@code ibv_create_srq}, which writes the granted sizes to the attributes. */
    @JniMethod(accessor = "verbena_verbs_create_srq")
    public static native long createSrq(long pd, IbvSrqInitAttr attributes);

    /** Calls {@code ibv_create_srq_ex}. */
    @JniMethod(accessor = "verbena_verbs_create_srq_ex")
    public static native long createSrqEx(long context, IbvSrqInitAttrEx attributes);

    /** Calls {@code ibv_get_srq_num}. */
    @JniMethod(accessor = "verbena_verbs_srq_number")
    public static native int srqNumber(long srq);

    /** Calls {@code ibv_post_srq_ops} with the record at an address; the call writes the handle of an added tag to it. */
    @JniMethod(accessor = "verbena_verbs_post_srq_ops")
    public static native int postSrqOps(long srq, long record);

    /** Calls {@code ibv_modify_srq} with a mask of {@code enum ibv_srq_attr_mask}: 1 for the size, 2 for the limit. */
    @JniMethod(accessor = "verbena_verbs_modify_srq")
    public static native int modifySrq(long srq, IbvSrqAttr attributes, int mask);

    /** Calls {@code ibv_query_srq}. */
    @JniMethod(accessor = "verbena_verbs_query_srq")
    public static native int querySrq(long srq, @JniArg(flags = NO_IN) IbvSrqAttr attributes);

    /** Calls {@code ibv_destroy_srq}. */
    @JniMethod(accessor = "verbena_verbs_destroy_srq")
    public static native int destroySrq(long srq);

    /** Calls {@code ibv_create_wq}, which writes the granted sizes to the attributes. */
    @JniMethod(accessor = "verbena_verbs_create_wq")
    public static native long createWq(long context, IbvWqInitAttr attributes);

    /** Returns the number of a work queue ({@code wq_num}). */
    @JniMethod(accessor = "verbena_verbs_wq_number")
    public static native int wqNumber(long wq);

    /** Calls {@code ibv_modify_wq}. */
    @JniMethod(accessor = "verbena_verbs_modify_wq")
    public static native int modifyWq(long wq, IbvWqAttr attributes);

    /** Calls {@code ibv_destroy_wq}. Returns {@code -EBUSY} if an indirection table contains the queue. */
    @JniMethod(accessor = "verbena_verbs_destroy_wq")
    public static native int destroyWq(long wq);

    /** Calls {@code ibv_create_rwq_ind_table} with the 2^logSize handles of work queues at an address. */
    @JniMethod(accessor = "verbena_verbs_create_table")
    public static native long createTable(long context, long queues, int logSize);

    /** Calls {@code ibv_destroy_rwq_ind_table}. Returns {@code -EBUSY} if a queue pair uses the table. */
    @JniMethod(accessor = "verbena_verbs_destroy_table")
    public static native int destroyTable(long table);
}
