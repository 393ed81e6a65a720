package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Connections and multicast groups. A negative result is {@code -errno}. */
@JniClass
public final class CmConnections {
    private CmConnections() {}

    /** Listens for connection requests. */
    @JniMethod(accessor = "verbena_cm_listen")
    public static native int listen(long id, int backlog);

    /** Sends a connection request. */
    @JniMethod(accessor = "verbena_cm_connect")
    public static native int connect(long id, @JniArg(flags = NO_OUT) CmParameters parameters);

    /** Accepts a connection request. */
    @JniMethod(accessor = "verbena_cm_accept")
    public static native int accept(long id, @JniArg(flags = NO_OUT) CmParameters parameters);

    /** Rejects a connection request with at most 255 bytes of private data. */
    @JniMethod(accessor = "verbena_cm_reject")
    public static native int reject(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] data, int length);

    /** Rejects a connection request because of its ECE options (enhanced connection establishment). */
    @JniMethod(accessor = "verbena_cm_reject_ece")
    public static native int rejectEce(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] data, int length);

    /** Sets the local ECE options that the next request or reply carries. */
    @JniMethod(accessor = "verbena_cm_set_local_ece")
    public static native int setLocalEce(long id, int vendorId, int options);

    /** Reads the ECE options of the peer: vendor ID and options. */
    @JniMethod(accessor = "verbena_cm_get_remote_ece")
    public static native int getRemoteEce(long id, @JniArg(cast = "void *", flags = NO_IN) int[] ece);

    /** Confirms a connection response ({@code rdma_establish(3)}). */
    @JniMethod(accessor = "verbena_cm_establish")
    public static native int establish(long id);

    /** Passes an asynchronous event of the device to the CM ({@code enum ibv_event_type}; {@code rdma_notify(3)}). */
    @JniMethod(accessor = "verbena_cm_notify")
    public static native int notify(long id, int event);

    /** Disconnects a connection, or replies to the disconnect request of the peer. */
    @JniMethod(accessor = "verbena_cm_disconnect")
    public static native int disconnect(long id);

    /** Writes the {@code struct ibv_qp_attr} for the transition to a state ({@code enum ibv_qp_state}) and returns its mask. */
    @JniMethod(accessor = "verbena_cm_init_qp_attr")
    public static native int initQpAttr(
            long id, int state, @JniArg(cast = "void *", flags = NO_IN) byte[] attributes, int size);

    /** Starts to join a multicast group, a {@code sockaddr}. */
    @JniMethod(accessor = "verbena_cm_join")
    public static native int join(
            long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] group, int sendOnly, long cookie);

    /** Leaves a multicast group. */
    @JniMethod(accessor = "verbena_cm_leave")
    public static native int leave(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] group);
}
