package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import io.verbena.jni.NativeLibrary;
import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;
import org.jspecify.annotations.Nullable;

/**
 * Event channels and communication identifiers ({@code rdma_create_event_channel(3)}, {@code rdma_create_id(3)}). Call {@link #load}
 * before any other function of this package.
 *
 * <p>A negative result is {@code -errno}; functions without another result return 0 on success.
 */
@JniClass
public final class Cm {
    private Cm() {}

    /**
     * Loads the native library unless it is loaded.
     *
     * @throws io.verbena.jni.NativeLibraryException if it cannot be loaded; the message says what to do
     */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_cm");
    }

    /** Returns a new event channel, or {@code -ENODEV} if the kernel has no RDMA CM for user space. */
    @JniMethod(accessor = "verbena_cm_create_channel")
    public static native long createChannel();

    /** Destroys an event channel; all of its identifiers must have been destroyed. */
    @JniMethod(accessor = "verbena_cm_destroy_channel")
    public static native int destroyChannel(long channel);

    /** Ends the current or the next call of {@link #awaitEvent}. */
    @JniMethod(accessor = "verbena_cm_wake_channel")
    public static native int wakeChannel(long channel);

    /** Reads and acknowledges an event. Returns 1, or 0 after the timeout, a signal or a wake-up. */
    @JniMethod(accessor = "verbena_cm_await_event")
    public static native int awaitEvent(long channel, @JniArg(flags = NO_IN) CmEvent event, int timeoutMs);

    /** Returns a new identifier of a port space ({@code enum rdma_port_space}). */
    @JniMethod(accessor = "verbena_cm_create_id")
    public static native long createId(long channel, int space, long cookie);

    /** Replaces the cookie that events of the identifier carry. */
    @JniMethod(accessor = "verbena_cm_set_cookie")
    public static native int setCookie(long id, long cookie);

    /** Moves an identifier to another event channel ({@code rdma_migrate_id(3)}). */
    @JniMethod(accessor = "verbena_cm_migrate_id")
    public static native int migrateId(long id, long channel);

    /** Destroys an identifier and its connection. Blocks until its events are acknowledged. */
    @JniMethod(accessor = "verbena_cm_destroy_id")
    public static native int destroyId(long id);

    /**
     * Makes librdmacm update its list of devices. It closes each removed device at once, or when the last identifier of the device
     * is destroyed. If no device is left, it closes none and the result is {@code -ENODEV}.
     */
    @JniMethod(accessor = "verbena_cm_forget_removed_devices")
    public static native int forgetRemovedDevices();

    /** Binds an identifier to a local address, a {@code sockaddr} ({@code rdma_bind_addr(3)}). */
    @JniMethod(accessor = "verbena_cm_bind")
    public static native int bind(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Starts to resolve the device that reaches an address, a {@code sockaddr} ({@code rdma_resolve_addr(3)}). */
    @JniMethod(accessor = "verbena_cm_resolve_addr")
    public static native int resolveAddress(
            long id,
            @JniArg(cast = "void *", flags = NO_OUT) byte @Nullable [] source,
            @JniArg(cast = "void *", flags = NO_OUT) byte[] destination,
            int timeoutMs);

    /** Starts to resolve the path ({@code rdma_resolve_route(3)}). */
    @JniMethod(accessor = "verbena_cm_resolve_route")
    public static native int resolveRoute(long id, int timeoutMs);

    /** Sets the path of both directions, a PathRecord of the subnet administration. */
    @JniMethod(accessor = "verbena_cm_set_path")
    public static native int setPath(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] path, int length);

    /** Reads the device of an identifier, if it has one, and its addresses. */
    @JniMethod(accessor = "verbena_cm_endpoint")
    public static native int endpoint(long id, @JniArg(flags = NO_IN) CmEndpoint endpoint);

    /** Sets an option of an identifier: 0 is {@code RDMA_OPTION_ID_TOS} ({@code rdma_set_option(3)}). */
    @JniMethod(accessor = "verbena_cm_set_option")
    public static native int setOption(long id, int option, int value);

    /** Resolves a host name and a service ({@code rdma_getaddrinfo(3)}). Returns {@code -ENOENT} if it finds none. */
    @JniMethod(accessor = "verbena_cm_getaddrinfo")
    public static native int getAddressInfo(
            @Nullable String node,
            @Nullable String service,
            int flags,
            int space,
            @JniArg(flags = NO_IN) CmEndpoint found);
}
