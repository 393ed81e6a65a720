package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Rules that steer packets, and counters of what they match. */
@JniClass
public final class VerbsFlows {
    private VerbsFlows() {}

    /** The rule that lies at an address: a {@code struct ibv_flow_attr} with its specifications behind it. */
    @JniMethod(accessor = "verbena_verbs_create_flow")
    public static native long createFlow(long qp, long rule);

    /** Ends it. */
    @JniMethod(accessor = "verbena_verbs_destroy_flow")
    public static native int destroyFlow(long flow);

    /** The ESP action that lies at an address: a {@code struct verbena_esp}, see {@link EspLayout}. */
    @JniMethod(accessor = "verbena_verbs_create_esp")
    public static native long createEsp(long context, long record);

    /** Changes it to what lies at an address. */
    @JniMethod(accessor = "verbena_verbs_modify_esp")
    public static native int modifyEsp(long action, long record);

    /** Ends an action; {@code -EBUSY} if a rule uses it. */
    @JniMethod(accessor = "verbena_verbs_destroy_action")
    public static native int destroyAction(long action);

    /** Counters, at zero. */
    @JniMethod(accessor = "verbena_verbs_create_counters")
    public static native long createCounters(long context);

    /** Ends them; {@code -EBUSY} if a rule uses them. */
    @JniMethod(accessor = "verbena_verbs_destroy_counters")
    public static native int destroyCounters(long counters);

    /** Lets one count packets, 0, or bytes, 1; of rules to come where the rule is 0. */
    @JniMethod(accessor = "verbena_verbs_attach_counters")
    public static native int attachCounters(long counters, int what, int index, long flow);

    /** Reads the first of them, 8 bytes each; 1 of the flags takes what the driver read last. */
    @JniMethod(accessor = "verbena_verbs_read_counters")
    public static native int readCounters(long counters, long values, int count, int flags);
}
