package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_OUT;

import io.verbena.jni.NativeLibrary;
import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;
import org.jspecify.annotations.Nullable;

/** Channels, ids and their addresses. Call {@link #load} before anything else in this package. */
@JniClass
public final class Cm {
    private Cm() {}

    /**
     * Loads the C code, once.
     *
     * @throws io.verbena.jni.NativeLibraryException if it cannot be loaded; the message says what to do
     */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_cm");
    }

    /** A channel; {@code -ENODEV} where the kernel has no connection manager for users. */
    @JniMethod(accessor = "verbena_cm_create_channel")
    public static native long createChannel();

    /** Ends it; no id of it may be left. */
    @JniMethod(accessor = "verbena_cm_destroy_channel")
    public static native int destroyChannel(long channel);

    /** Ends the wait for it, or the next one. */
    @JniMethod(accessor = "verbena_cm_wake_channel")
    public static native int wakeChannel(long channel);

    /** Reads an event, which is acknowledged then: 1, or 0 after the timeout, a signal or a wake-up. */
    @JniMethod(accessor = "verbena_cm_await_event")
    public static native int awaitEvent(long channel, @JniArg(flags = NO_IN) CmEvent event, int timeoutMs);

    /** An id of a port space: enum rdma_port_space. */
    @JniMethod(accessor = "verbena_cm_create_id")
    public static native long createId(long channel, int space, long cookie);

    /** Gives it another cookie. */
    @JniMethod(accessor = "verbena_cm_set_cookie")
    public static native int setCookie(long id, long cookie);

    /** Lets another channel tell its events. */
    @JniMethod(accessor = "verbena_cm_migrate_id")
    public static native int migrateId(long id, long channel);

    /** Ends it, and its connection. */
    @JniMethod(accessor = "verbena_cm_destroy_id")
    public static native int destroyId(long id);

    /** Gives it an address of this host, a sockaddr. */
    @JniMethod(accessor = "verbena_cm_bind")
    public static native int bind(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] address);

    /** Begins to look for the device that reaches an address, a sockaddr. */
    @JniMethod(accessor = "verbena_cm_resolve_addr")
    public static native int resolveAddress(
            long id,
            @JniArg(cast = "void *", flags = NO_OUT) byte @Nullable [] source,
            @JniArg(cast = "void *", flags = NO_OUT) byte[] destination,
            int timeoutMs);

    /** Begins to look for the path. */
    @JniMethod(accessor = "verbena_cm_resolve_route")
    public static native int resolveRoute(long id, int timeoutMs);

    /** Takes this path both ways: a PathRecord of the subnet administration. */
    @JniMethod(accessor = "verbena_cm_set_path")
    public static native int setPath(long id, @JniArg(cast = "void *", flags = NO_OUT) byte[] path, int length);

    /** Tells its device, if it has one, and its addresses. */
    @JniMethod(accessor = "verbena_cm_endpoint")
    public static native int endpoint(long id, @JniArg(flags = NO_IN) CmEndpoint endpoint);

    /** Sets an option: RDMA_OPTION_ID_TOS, 0, and those behind it. */
    @JniMethod(accessor = "verbena_cm_set_option")
    public static native int setOption(long id, int option, int value);

    /** Looks up a name and a service; {@code -ENOENT} if there is none. */
    @JniMethod(accessor = "verbena_cm_getaddrinfo")
    public static native int getAddressInfo(
            @Nullable String node,
            @Nullable String service,
            int flags,
            int space,
            @JniArg(flags = NO_IN) CmEndpoint found);
}
