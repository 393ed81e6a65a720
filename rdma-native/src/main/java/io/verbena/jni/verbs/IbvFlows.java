package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Functions of libibverbs for flow steering rules, their actions and their counters. */
@JniClass
public final class IbvFlows {
    private IbvFlows() {}

    /** Calls {@code ibv_create_flow} with the {@code struct ibv_flow_attr} at an address, followed by its specifications. */
    @JniMethod(accessor = "verbena_verbs_create_flow")
    public static native long createFlow(long qp, long rule);

    /** Calls {@code ibv_destroy_flow}. */
    @JniMethod(accessor = "verbena_verbs_destroy_flow")
    public static native int destroyFlow(long flow);

    /** Calls {@code ibv_create_flow_action_esp} with the {@code struct verbena_esp} at an address. */
    @JniMethod(accessor = "verbena_verbs_create_esp")
    public static native long createEsp(long context, long record);

    /** Calls {@code ibv_modify_flow_action_esp} with the {@code struct verbena_esp} at an address. */
    @JniMethod(accessor = "verbena_verbs_modify_esp")
    public static native int modifyEsp(long action, long record);

    /** Calls {@code ibv_destroy_flow_action}. Returns {@code -EBUSY} if a rule uses the action. */
    @JniMethod(accessor = "verbena_verbs_destroy_action")
    public static native int destroyAction(long action);

    /** Calls {@code ibv_create_counters}. */
    @JniMethod(accessor = "verbena_verbs_create_counters")
    public static native long createCounters(long context);

    /** Calls {@code ibv_destroy_counters}. Returns {@code -EBUSY} if a rule uses the counters. */
    @JniMethod(accessor = "verbena_verbs_destroy_counters")
    public static native int destroyCounters(long counters);

    /** Calls {@code ibv_attach_counters_point_flow}; without a flow, the counter applies to rules that are created later. */
    @JniMethod(accessor = "verbena_verbs_attach_counters")
    public static native int attachCounters(long counters, int what, int index, long flow);

    /** Calls {@code ibv_read_counters}, which writes 8 bytes for each counter; flag 1 returns the driver's cached values. */
    @JniMethod(accessor = "verbena_verbs_read_counters")
    public static native int readCounters(long counters, long values, int count, int flags);
}
