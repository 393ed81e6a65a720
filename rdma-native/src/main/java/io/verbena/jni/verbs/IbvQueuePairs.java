package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Functions of libibverbs for queue pairs, address handles and multicast groups. */
@JniClass
public final class IbvQueuePairs {
    private IbvQueuePairs() {}

    /** Calls {@code ibv_create_qp_ex}, which writes the granted sizes to the attributes. */
    @JniMethod(accessor = "verbena_verbs_create_qp")
    public static native long createQp(long context, IbvQpInitAttrEx attributes);

    /** Calls {@code ibv_open_qp} for the receiving XRC queue pair with this number. */
    @JniMethod(accessor = "verbena_verbs_open_qp")
    public static native long openQp(long context, long xrcd, int number, long cookie);

    /** Returns the number of a queue pair ({@code qp_num}). */
    @JniMethod(accessor = "verbena_verbs_qp_number")
    public static native int qpNumber(long qp);

    /** Calls {@code ibv_modify_qp} with a mask of {@code enum ibv_qp_attr_mask}. */
    @JniMethod(accessor = "verbena_verbs_modify_qp")
    public static native int modifyQp(long qp, IbvQpAttr attributes, int mask);

    /** Calls {@code ibv_query_qp} with a mask of {@code enum ibv_qp_attr_mask}; a driver may fill more attributes. */
    @JniMethod(accessor = "verbena_verbs_query_qp")
    public static native int queryQp(long qp, @JniArg(flags = NO_IN) IbvQpAttr attributes, int mask);

    /** Returns the size of {@code struct ibv_qp_attr} in bytes. */
    @JniMethod(accessor = "verbena_verbs_qp_attr_size")
    public static native int qpAttrSize();

    /** Copies the {@code struct ibv_qp_attr} that another library wrote to an array. */
    @JniMethod(accessor = "verbena_verbs_read_qp_attr")
    public static native int readQpAttr(
            @JniArg(cast = "void *", flags = NO_OUT) byte[] bytes, @JniArg(flags = NO_IN) IbvQpAttr attributes);

    /** Calls {@code ibv_query_ece}. */
    @JniMethod(accessor = "verbena_verbs_query_ece")
    public static native int queryEce(long qp, @JniArg(flags = NO_IN) IbvEce ece);

    /** Calls {@code ibv_set_ece}, which writes the granted options. */
    @JniMethod(accessor = "verbena_verbs_set_ece")
    public static native int setEce(long qp, IbvEce ece);

    /** Calls {@code ibv_modify_qp_rate_limit} with a rate in kb/s and sizes in bytes; 0 leaves a value to the device. */
    @JniMethod(accessor = "verbena_verbs_rate_limit")
    public static native int rateLimit(long qp, int kilobits, int burst, int packet);

    /** Calls {@code ibv_query_qp_data_in_order} for an {@code enum ibv_wr_opcode}. */
    @JniMethod(accessor = "verbena_verbs_data_in_order")
    public static native int dataInOrder(long qp, int operation);

    /** Calls {@code ibv_destroy_qp}, which waits until all events of the queue pair are acknowledged. */
    @JniMethod(accessor = "verbena_verbs_destroy_qp")
    public static native int destroyQp(long qp);

    /** Calls {@code ibv_create_ah}. */
    @JniMethod(accessor = "verbena_verbs_create_ah")
    public static native long createAh(long pd, IbvAhAttr attributes);

    /** Calls {@code ibv_init_ah_from_wc} with the completion and the global route header at two addresses. */
    @JniMethod(accessor = "verbena_verbs_init_ah")
    public static native int initAh(
            long context, int port, long completion, long grh, @JniArg(flags = NO_IN) IbvAhAttr attributes);

    /** Calls {@code ibv_resolve_eth_l2_from_gid}. Writes 6 bytes of MAC address and returns the VLAN, or 0xffff for none. */
    @JniMethod(accessor = "verbena_verbs_resolve_ethernet")
    public static native int resolveEthernet(
            long context, IbvAhAttr attributes, @JniArg(cast = "void *", flags = NO_IN) byte[] mac);

    /** Calls {@code ibv_destroy_ah}. */
    @JniMethod(accessor = "verbena_verbs_destroy_ah")
    public static native int destroyAh(long ah);

    /** Calls {@code ibv_attach_mcast}. */
    @JniMethod(accessor = "verbena_verbs_attach_mcast")
    public static native int attachMulticast(long qp, @JniArg(cast = "void *") byte[] gid, int lid);

    /** Calls {@code ibv_detach_mcast}. */
    @JniMethod(accessor = "verbena_verbs_detach_mcast")
    public static native int detachMulticast(long qp, @JniArg(cast = "void *") byte[] gid, int lid);
}
