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

/** Devices and what they are. Call {@link #load} before anything else in this package. */
@JniClass
public final class Verbs {
    /** Instead of {@code -errno}: the installed library does not have the function. */
    public static final int NOT_IN_LIBRARY = -0x10000;

    private static final int NAME_LENGTH = 64;
    private static final int MAX_DEVICES = 256;
    private static final int GID_ENTRY_LENGTH = 32;

    private Verbs() {}

    /**
     * Loads the C code, once.
     *
     * @throws io.verbena.jni.NativeLibraryException if it cannot be loaded; the message says what to do
     */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_verbs");
    }

    /** The names of the devices in the order of the system, iWARP devices too; none where the kernel has no user verbs. */
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

    /** An open device; {@code -ENODEV} if none is called so. */
    @JniMethod(accessor = "verbena_verbs_open")
    public static native long open(String name);

    /** Closes it; {@code -EBUSY} if something of it is left. */
    @JniMethod(accessor = "verbena_verbs_close")
    public static native int close(long context);

    /** 1 channel adapter, 2 switch, 3 router, 4 iWARP NIC, 5 usNIC, 6 usNIC over UDP, 7 unspecified. */
    @JniMethod(accessor = "verbena_verbs_node_type")
    public static native int nodeType(long context);

    /** 0 InfiniBand and RoCE, 1 iWARP, 2 and 3 usNIC, 4 unspecified. */
    @JniMethod(accessor = "verbena_verbs_transport")
    public static native int transport(long context);

    /** The number that the kernel has for it, -1 if it tells none. */
    @JniMethod(accessor = "verbena_verbs_index")
    public static native int deviceIndex(long context);

    /** How many completion vectors it has. */
    @JniMethod(accessor = "verbena_verbs_vectors")
    public static native int completionVectors(long context);

    /** The GUID of the node. */
    @JniMethod(accessor = "verbena_verbs_guid")
    public static native long nodeGuid(long context);

    /** The name of an open device. */
    public static String name(long context) {
        byte[] name = new byte[NAME_LENGTH];
        name(context, name);
        return text(name);
    }

    @JniMethod(accessor = "verbena_verbs_name")
    private static native int name(long context, @JniArg(cast = "void *", flags = NO_IN) byte[] name);

    /** Reads the clock of its timestamps. */
    @JniMethod(accessor = "verbena_verbs_query_clock")
    public static native int queryClock(long context, @JniArg(flags = NO_IN) ClockValues values);

    /** What a port carries at present, in 100 Mb/s. */
    @JniMethod(accessor = "verbena_verbs_port_speed")
    public static native long portSpeed(long context, int port);

    /** Reads what it can do. */
    @JniMethod(accessor = "verbena_verbs_query_device")
    public static native int queryDevice(long context, @JniArg(flags = NO_IN) DeviceAttr attributes);

    /** Reads a port. */
    @JniMethod(accessor = "verbena_verbs_query_port")
    public static native int queryPort(long context, int port, @JniArg(flags = NO_IN) PortAttr attributes);

    /** The partition key at an index, 0 to 65535. */
    @JniMethod(accessor = "verbena_verbs_query_pkey")
    public static native int queryPkey(long context, int port, int index);

    /** Reads an entry of the GID table; {@code -ENODATA} if it is empty. */
    @JniMethod(accessor = "verbena_verbs_query_gid")
    public static native int queryGid(long context, int port, int index, @JniArg(flags = NO_IN) GidEntry entry);

    /** Reads the entries that are in use, of all ports, as the C structures lie; how many. */
    public static int queryGids(long context, byte[] entries) {
        return queryGids(context, entries, entries.length / GID_ENTRY_LENGTH);
    }

    @JniMethod(accessor = "verbena_verbs_query_gids")
    private static native int queryGids(long context, @JniArg(cast = "void *", flags = NO_IN) byte[] entries, int max);

    /** The text of a C array that ends at its first NUL. */
    public static String text(byte[] chars) {
        int length = 0;
        while (length < chars.length && chars[length] != 0) {
            length++;
        }
        return new String(chars, 0, length, US_ASCII);
    }
}
