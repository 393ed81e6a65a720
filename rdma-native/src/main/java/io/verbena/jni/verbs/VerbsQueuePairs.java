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

    /** The receiving end with this number of an XRC domain. */
    @JniMethod(accessor = "verbena_verbs_open_qp")
    public static native long openQp(long context, long xrcd, int number, long cookie);

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

    /** Reads the options of enhanced connection establishment. */
    @JniMethod(accessor = "verbena_verbs_query_ece")
    public static native int queryEce(long qp, @JniArg(flags = NO_IN) Ece ece);

    /** Asks for options; they become what it got. */
    @JniMethod(accessor = "verbena_verbs_set_ece")
    public static native int setEce(long qp, Ece ece);

    /** Sends at most so many kb/s, in bursts of so many bytes, of packets of so many; 0 for what the device does. */
    @JniMethod(accessor = "verbena_verbs_rate_limit")
    public static native int rateLimit(long qp, int kilobits, int burst, int packet);

    /** 1 if the data of an operation, enum ibv_wr_opcode, are written in their order. */
    @JniMethod(accessor = "verbena_verbs_data_in_order")
    public static native int dataInOrder(long qp, int operation);

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

    /** Where packets of a way go on Ethernet: 6 bytes of a MAC address, and the VLAN as the answer, 0xffff for none. */
    @JniMethod(accessor = "verbena_verbs_resolve_ethernet")
    public static native int resolveEthernet(
            long context, AhAttr attributes, @JniArg(cast = "void *", flags = NO_IN) byte[] mac);

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
