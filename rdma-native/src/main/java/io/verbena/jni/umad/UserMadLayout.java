package io.verbena.jni.umad;

import static org.fusesource.hawtjni.runtime.FieldFlag.CONSTANT;
import static org.fusesource.hawtjni.runtime.MethodFlag.CONSTANT_INITIALIZER;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;
import org.fusesource.hawtjni.runtime.JniMethod;

/** The layout of {@code struct ib_user_mad}. The fields are not final because native code assigns them. */
@JniClass
@SuppressWarnings("NonFinalStaticField")
final class UserMadLayout {
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ib_user_mad)")
    static int size;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, agent_id)")
    static int agentId;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, status)")
    static int status;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, timeout_ms)")
    static int timeoutMs;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, retries)")
    static int retries;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, length)")
    static int length;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.qpn)")
    static int qpn;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.qkey)")
    static int qkey;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.lid)")
    static int lid;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.sl)")
    static int sl;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.path_bits)")
    static int pathBits;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.grh_present)")
    static int grhPresent;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.gid_index)")
    static int gidIndex;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.hop_limit)")
    static int hopLimit;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.traffic_class)")
    static int trafficClass;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.gid)")
    static int gid;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.flow_label)")
    static int flowLabel;

    @JniField(flags = CONSTANT, accessor = "offsetof(struct ib_user_mad, addr.pkey_index)")
    static int pkeyIndex;

    static {
        Umad.load();
        init();
    }

    private UserMadLayout() {}

    @JniMethod(flags = CONSTANT_INITIALIZER)
    private static native void init();
}
