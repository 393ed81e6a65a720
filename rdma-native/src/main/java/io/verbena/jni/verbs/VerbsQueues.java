package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Completion channels, completion queues and shared receive queues. */
@JniClass
public final class VerbsQueues {
    private VerbsQueues() {}

    /** A completion channel. */
    @JniMethod(accessor = "verbena_verbs_create_channel")
    public static native long createChannel(long context);

    /** Ends it. */
    @JniMethod(accessor = "verbena_verbs_destroy_channel")
    public static native int destroyChannel(long channel);

    /** A completion queue; without a channel if that is 0. */
    @JniMethod(accessor = "verbena_verbs_create_cq")
    public static native long createCq(long context, int entries, long cookie, long channel, int vector);

    /** An extended one, which tells fields: enum ibv_create_cq_wc_flags; in a parent domain unless that is 0. */
    @JniMethod(accessor = "verbena_verbs_create_cq_ex")
    public static native long createCqEx(
            long context, int entries, long cookie, long channel, int vector, long fields, int flags, long domain);

    /** How many entries it has. */
    @JniMethod(accessor = "verbena_verbs_cq_entries")
    public static native int cqEntries(long cq);

    /** Changes that. */
    @JniMethod(accessor = "verbena_verbs_resize_cq")
    public static native int resizeCq(long cq, int entries);

    /** Lets an event wait for so many completions, or so long. */
    @JniMethod(accessor = "verbena_verbs_moderate_cq")
    public static native int moderateCq(long cq, int count, int periodMicros);

    /** Ends it; waits until its events are acknowledged. */
    @JniMethod(accessor = "verbena_verbs_destroy_cq")
    public static native int destroyCq(long cq);

    /** A shared receive queue; the attributes become what it got. */
    @JniMethod(accessor = "verbena_verbs_create_srq")
    public static native long createSrq(long pd, SrqInitAttr attributes);

    /** One with a type: 0 basic, 1 XRC, 2 with tags. */
    @JniMethod(accessor = "verbena_verbs_create_srq_ex")
    public static native long createSrqEx(long context, SrqInitAttrEx attributes);

    /** The number by which the other side of an XRC connection names it. */
    @JniMethod(accessor = "verbena_verbs_srq_number")
    public static native int srqNumber(long srq);

    /** Adds, deletes or synchronises a tag, as the record at an address says; the handle is in it then. */
    @JniMethod(accessor = "verbena_verbs_post_srq_ops")
    public static native int postSrqOps(long srq, long record);

    /** Changes what the mask says: 1 the size, 2 the limit. */
    @JniMethod(accessor = "verbena_verbs_modify_srq")
    public static native int modifySrq(long srq, SrqAttr attributes, int mask);

    /** Reads what it is. */
    @JniMethod(accessor = "verbena_verbs_query_srq")
    public static native int querySrq(long srq, @JniArg(flags = NO_IN) SrqAttr attributes);

    /** Ends it. */
    @JniMethod(accessor = "verbena_verbs_destroy_srq")
    public static native int destroySrq(long srq);
}
