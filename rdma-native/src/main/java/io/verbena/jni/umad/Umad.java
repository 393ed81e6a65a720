package io.verbena.jni.umad;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;

import io.verbena.jni.EventFd;
import io.verbena.jni.NativeLibrary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/**
 * Functions of libibumad. Call {@link #load} before any other function, and {@link #init} once before reading the first device.
 *
 * <p>A negative result is {@code -errno}. Several threads may use a descriptor, but {@link #closePort} must follow the last use:
 * wake the thread that receives and wait until it has ended first.
 */
@JniClass
public final class Umad {
    /** Length of a device name in C, including the NUL. */
    private static final int NAME_LENGTH = 20;

    private static final int MAX_DEVICES = 256;

    private Umad() {}

    /**
     * Loads the native library unless it is loaded.
     *
     * @throws io.verbena.jni.NativeLibraryException if it cannot be loaded; the message says what to do
     */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_umad");
    }

    /** Initializes libibumad; returns 0 or {@code -errno}. Also succeeds without InfiniBand. */
    @JniMethod(accessor = "umad_init")
    public static native int init();

    /** Reverts {@link #init}; returns 0 or {@code -errno}. */
    @JniMethod(accessor = "umad_done")
    public static native int done();

    /** Returns the names of the InfiniBand and RoCE devices, which can send MADs; iWARP devices cannot. */
    public static List<String> deviceNames() {
        byte[] names = new byte[MAX_DEVICES * NAME_LENGTH];
        int count = deviceNames(names, MAX_DEVICES);
        List<String> result = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            result.add(text(Arrays.copyOfRange(names, i * NAME_LENGTH, (i + 1) * NAME_LENGTH)));
        }
        return List.copyOf(result);
    }

    @JniMethod(accessor = "verbena_umad_device_names")
    private static native int deviceNames(@JniArg(cast = "void *", flags = NO_IN) byte[] names, int max);

    /**
     * Reads the attributes of a device.
     *
     * @return 0, {@code -ENOENT} if there is no device of this name, or another {@code -errno} if it cannot be read
     */
    @JniMethod(accessor = "verbena_umad_device")
    public static native int device(String name, @JniArg(flags = NO_IN) UmadDevice device);

    /**
     * Reads the attributes of a port. Number 0 selects the port that libibumad prefers: an active one if there is one.
     *
     * @return 0 or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_port")
    public static native int port(String device, int number, @JniArg(flags = NO_IN) UmadPort port);

    /**
     * Opens a port for MADs; number 0 is as in {@link #port}.
     *
     * @return a non-blocking descriptor, {@code -EOPNOTSUPP} if the kernel has no user MADs (module ib_umad),
     *     {@code -ENODEV} if there is no such device or port, {@code -EPROTONOSUPPORT} if the kernel's MADs have no P_Key
     *     index, or why the device file could not be opened: mostly {@code -EACCES} or {@code -ENOENT}
     */
    @JniMethod(accessor = "verbena_umad_open")
    public static native int openPort(String device, int number);

    /**
     * Opens the issm device file of a port, which sets IsSM in the capability mask of the port as long as the file is open.
     *
     * @return a descriptor for {@link #closePort}, {@code -EAGAIN} if another program has opened the file, {@code -ENODEV} if there
     *     is no such device or port, {@code -ENOENT} if the port has no such file, as on Ethernet, or another {@code -errno},
     *     usually {@code -EACCES}
     */
    @JniMethod(accessor = "verbena_umad_open_issm")
    public static native int openIsSm(String device, int number);

    /** Closes a port and unregisters its agents; returns 0 or {@code -errno}. */
    @JniMethod(accessor = "verbena_umad_close")
    public static native int closePort(int fd);

    /**
     * Registers an agent for a management class. The agent can send requests and receives their responses. It receives
     * unsolicited MADs only for the methods in the two masks; a method of a class can be registered by one agent only.
     *
     * @param rmppVersion 1 if the kernel handles RMPP for this agent, 0 if the agent sends and receives raw segments
     * @param methods0 bit n registers method n
     * @param methods64 bit n registers method 64 + n
     * @return the ID of the agent or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_register")
    public static native int register(
            int fd, int managementClass, int classVersion, int rmppVersion, long methods0, long methods64);

    /**
     * Registers an agent for a vendor class with OUI (0x30 to 0x4f); see {@link #register}.
     *
     * @param oui OUI of the vendor (24 bits)
     */
    @JniMethod(accessor = "verbena_umad_register_vendor")
    public static native int registerVendor(
            int fd, int managementClass, int oui, int rmppVersion, long methods0, long methods64);

    /** Unregisters an agent and drops its queued messages and outstanding requests. Returns 0 or {@code -errno}. */
    @JniMethod(accessor = "verbena_umad_unregister")
    public static native int unregister(int fd, int agent);

    /**
     * Sends a message. The kernel copies it, so the memory can be reused. Agent, timeout and retries are written to the header
     * of the message ({@link UserMad}).
     *
     * @param message address of the header, which the MAD follows
     * @param length length of the MAD in bytes, without the header
     * @param timeoutMs response timeout of each attempt in milliseconds; 0 if no response is expected
     * @return 0 or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_send")
    public static native int send(
            int fd, int agent, @JniArg(cast = "void *") long message, int length, int timeoutMs, int retries);

    /**
     * Waits for messages and receives all that are available. Each slot receives a header and a MAD; {@link UserMad#LENGTH} in
     * the header is the number of bytes used, including the header. If {@link UserMad#STATUS} is not 0, the message is a request of
     * this agent that the kernel returns because it was not answered (110, ETIMEDOUT).
     *
     * <p>If the first message is larger than a slot, the result is {@code -ENOSPC}. Slot 0 then has the header with the required
     * length, and the message stays queued for a call with a larger slot.
     *
     * @param wakeFd an {@link EventFd} that ends the wait and is not drained; -1 for none
     * @param slots address of the first slot, a multiple of 8
     * @param slotSize size of a slot in bytes: a multiple of 8, at least 64 + 256
     * @param timeoutMs timeout in milliseconds; 0 does not wait, -1 waits without a limit
     * @return the number of slots filled; 0 after the timeout, a wake-up or a signal; or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_receive")
    public static native int receive(
            int fd, int wakeFd, @JniArg(cast = "void *") long slots, int slotSize, int maxSlots, int timeoutMs);

    /**
     * Discards the message for which {@link #receive} returned {@code -ENOSPC}. Uses 1 MiB of memory, independent of the length of
     * the message.
     *
     * @param length length of the message in bytes, including the header, which {@link #receive} wrote to slot 0
     * @return 0 or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_discard")
    public static native int discard(int fd, int length);

    /** Returns the text of a C array up to its first NUL. */
    static String text(byte[] chars) {
        int length = 0;
        while (length < chars.length && chars[length] != 0) {
            length++;
        }
        return new String(chars, 0, length, US_ASCII);
    }
}
