package io.verbena.jni.verbs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;

import io.verbena.jni.NativeLibrary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Functions of libibverbs that list, open and query devices. Call {@link #load} before anything else in this package. */
@JniClass
public final class IbvDevice {
    /** Returned in place of {@code -errno} if the installed library does not have the function. */
    public static final int NOT_IN_LIBRARY = -0x10000;

    private static final int NAME_LENGTH = 64;
    private static final int MAX_DEVICES = 256;
    private static final int GID_ENTRY_LENGTH = 32;

    private IbvDevice() {}

    /**
     * Loads the C library of this package. Only the first call has an effect.
     *
     * @throws io.verbena.jni.NativeLibraryException if it cannot be loaded; the message says what to do
     */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_verbs");
    }

    /**
     * Returns the names of all devices, including iWARP devices, in the order of {@code ibv_get_device_list}. The list is
     * empty if the kernel has no user verbs.
     */
    public static List<String> deviceNames() {
        byte[] names = new byte[MAX_DEVICES * NAME_LENGTH];
        int count = deviceNames(names, MAX_DEVICES);
        List<String> result = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            result.add(text(Arrays.copyOfRange(names, i * NAME_LENGTH, (i + 1) * NAME_LENGTH)));
        }
        return List.copyOf(result);
    }

    @JniMethod(accessor = "verbena_verbs_device_names")
    private static native int deviceNames(@JniArg(cast = "void *", flags = NO_IN) byte[] names, int max);

    /** Calls {@code ibv_open_device}. Returns {@code -ENODEV} if no device has this name. */
    @JniMethod(accessor = "verbena_verbs_open")
    public static native long open(String name);

    /** Calls {@code ibv_import_device} with a copy of the descriptor; the caller keeps its own. */
    @JniMethod(accessor = "verbena_verbs_import")
    public static native long importDevice(int descriptor);

    /** Calls {@code ibv_close_device}. Returns {@code -EBUSY} if the device still has objects. */
    @JniMethod(accessor = "verbena_verbs_close")
    public static native int close(long context);

    /** Returns the descriptor of an open device ({@code cmd_fd}), by which another process can import it. */
    @JniMethod(accessor = "verbena_verbs_descriptor")
    public static native int descriptor(long context);

    /** Returns the {@code enum ibv_node_type} of an open device. */
    @JniMethod(accessor = "verbena_verbs_node_type")
    public static native int nodeType(long context);

    /** Returns the {@code enum ibv_transport_type} of an open device. */
    @JniMethod(accessor = "verbena_verbs_transport")
    public static native int transport(long context);

    /** Calls {@code ibv_get_device_index}. Returns -1 if the kernel does not report an index. */
    @JniMethod(accessor = "verbena_verbs_index")
    public static native int deviceIndex(long context);

    /** Returns the number of completion vectors of an open device ({@code num_comp_vectors}). */
    @JniMethod(accessor = "verbena_verbs_vectors")
    public static native int completionVectors(long context);

    /** Calls {@code ibv_get_device_guid} and returns the node GUID in host order. */
    @JniMethod(accessor = "verbena_verbs_guid")
    public static native long nodeGuid(long context);

    /** Returns the name of an open device. */
    public static String name(long context) {
        byte[] name = new byte[NAME_LENGTH];
        name(context, name);
        return text(name);
    }

    @JniMethod(accessor = "verbena_verbs_name")
    private static native int name(long context, @JniArg(cast = "void *", flags = NO_IN) byte[] name);

    /** Calls {@code ibv_query_rt_values_ex} for the clock of the completion timestamps. */
    @JniMethod(accessor = "verbena_verbs_query_clock")
    public static native int queryClock(long context, @JniArg(flags = NO_IN) IbvValuesEx values);

    /** Calls {@code ibv_query_port_speed} and returns the current data rate in units of 100 Mb/s. */
    @JniMethod(accessor = "verbena_verbs_port_speed")
    public static native long portSpeed(long context, int port);

    /** Calls {@code ibv_query_device_ex}. */
    @JniMethod(accessor = "verbena_verbs_query_device")
    public static native int queryDevice(long context, @JniArg(flags = NO_IN) IbvDeviceAttrEx attributes);

    /** Calls {@code ibv_query_port}. */
    @JniMethod(accessor = "verbena_verbs_query_port")
    public static native int queryPort(long context, int port, @JniArg(flags = NO_IN) IbvPortAttr attributes);

    /** Calls {@code ibv_query_pkey} and returns the partition key, 0 to 65535. */
    @JniMethod(accessor = "verbena_verbs_query_pkey")
    public static native int queryPkey(long context, int port, int index);

    /** Calls {@code ibv_query_gid_ex}. Returns {@code -ENODATA} if the entry is empty. */
    @JniMethod(accessor = "verbena_verbs_query_gid")
    public static native int queryGid(long context, int port, int index, @JniArg(flags = NO_IN) IbvGidEntry entry);

    /**
     * Calls {@code ibv_query_gid_table}, which writes the used entries of all ports as consecutive {@code struct
     * ibv_gid_entry}, and returns their number.
     */
    public static int queryGids(long context, byte[] entries) {
        return queryGids(context, entries, entries.length / GID_ENTRY_LENGTH);
    }

    @JniMethod(accessor = "verbena_verbs_query_gids")
    private static native int queryGids(long context, @JniArg(cast = "void *", flags = NO_IN) byte[] entries, int max);

    /** Returns the text of a C array up to its first NUL. */
    public static String text(byte[] chars) {
        int length = 0;
        while (length < chars.length && chars[length] != 0) {
            length++;
        }
        return new String(chars, 0, length, US_ASCII);
    }
}
