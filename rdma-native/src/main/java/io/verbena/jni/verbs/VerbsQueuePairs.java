package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Queue pairs, address handles and multicast. */
@JniClass
public final class VerbsQueuePairs {
    private VerbsQueuePairs() {}

    /** A queue pair; the sizes become what it got. */
    @JniMethod(accessor = "verbena_verbs_create_qp")
    public static native long createQp(long context, QpInitAttr attributes);

    /** Its number. */
    @JniMethod(accessor = "verbena_verbs_qp_number")
    public static native int qpNumber(long qp);

    /** Changes what the mask says: enum ibv_qp_attr_mask. */
    @JniMethod(accessor = "verbena_verbs_modify_qp")
    public static native int modifyQp(long qp, QpAttr attributes, int mask);

    /** Reads what the mask says, and perhaps more. */
    @JniMethod(accessor = "verbena_verbs_query_qp")
    public static native int queryQp(long qp, @JniArg(flags = NO_IN) QpAttr attributes, int mask);

    /** Bytes of {@code struct ibv_qp_attr}. */
    @JniMethod(accessor = "verbena_verbs_qp_attr_size")
    public static native int qpAttrSize();

    /** Reads a {@code struct ibv_qp_attr} that another library wrote. */
    @JniMethod(accessor = "verbena_verbs_read_qp_attr")
    public static native int readQpAttr(
            @JniArg(cast = "void *", flags = NO_OUT) byte[] bytes, @JniArg(flags = NO_IN) QpAttr attributes);

    /** Ends it; waits until its events are acknowledged. */
    @JniMethod(accessor = "verbena_verbs_destroy_qp")
    public static native int destroyQp(long qp);

    /** An address handle. */
    @JniMethod(accessor = "verbena_verbs_create_ah")
    public static native long createAh(long pd, AhAttr attributes);

    /** The way back to the sender of a datagram. */
    @JniMethod(accessor = "verbena_verbs_init_ah")
    public static native int initAh(
            long context, int port, long completion, long grh, @JniArg(flags = NO_IN) AhAttr attributes);

    /** Ends it. */
    @JniMethod(accessor = "verbena_verbs_destroy_ah")
    public static native int destroyAh(long ah);

    /** Lets a queue pair get what is sent to a group. */
    @JniMethod(accessor = "verbena_verbs_attach_mcast")
    public static native int attachMulticast(long qp, @JniArg(cast = "void *") byte[] gid, int lid);

    /** Lets it get that no longer. */
    @JniMethod(accessor = "verbena_verbs_detach_mcast")
    public static native int detachMulticast(long qp, @JniArg(cast = "void *") byte[] gid, int lid);
}
