package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Connections and groups. */
@JniClass
public final class CmConnections {
    private CmConnections() {}

    /** Lets others connect. */
    @JniMethod(accessor = "verbena_cm_listen")
    public static native int listen(long id, int backlog);

    /** Asks the other side for a connection. */
    @JniMethod(accessor = "verbena_cm_connect")
    public static native int connect(long id, @JniArg(flags = NO_OUT) CmParameters parameters);

    /** Accepts a request. */
    @JniMethod(accessor = "verbena_cm_accept")
    public static native int accept(long id, @JniArg(flags = NO_OUT) CmParameters parameters);

    /** Refuses a request, with at most 255 bytes. */
    @JniMethod(accessor = "verbena_cm_reject")
    public static native int reject(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] data, int length);

    /** Refuses a request because of its options of enhanced connection establishment. */
    @JniMethod(accessor = "verbena_cm_reject_ece")
    public static native int rejectEce(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] data, int length);

    /** Tells options of this side with the request or answer that follows. */
    @JniMethod(accessor = "verbena_cm_set_local_ece")
    public static native int setLocalEce(long id, int vendorId, int options);

    /** Reads those of the other side: the vendor, the options. */
    @JniMethod(accessor = "verbena_cm_get_remote_ece")
    public static native int getRemoteEce(long id, @JniArg(cast = "void *", flags = NO_IN) int[] ece);

    /** Confirms a response. */
    @JniMethod(accessor = "verbena_cm_establish")
    public static native int establish(long id);

    /** Tells what verbs told: enum ibv_event_type. */
    @JniMethod(accessor = "verbena_cm_notify")
    public static native int notify(long id, int event);

    /** Ends a connection, or answers the end. */
    @JniMethod(accessor = "verbena_cm_disconnect")
    public static native int disconnect(long id);

    /** Writes the {@code struct ibv_qp_attr} of the step to a state, enum ibv_qp_state; its mask. */
    @JniMethod(accessor = "verbena_cm_init_qp_attr")
    public static native int initQpAttr(
            long id, int state, @JniArg(cast = "void *", flags = NO_IN) byte[] attributes, int size);

    /** Begins to join a group, a sockaddr. */
    @JniMethod(accessor = "verbena_cm_join")
    public static native int join(
            long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] group, int sendOnly, long cookie);

    /** Leaves it. */
    @JniMethod(accessor = "verbena_cm_leave")
    public static native int leave(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] group);
}
