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
 * The functions of libibumad. Call {@link #load} before any other; call {@link #init} once before the first device is
 * read.
 *
 * <p>Every {@code int} that is negative is {@code -errno}. A descriptor may be used by many threads; only its
 * {@link #closePort} must come after the last use, so wake a receiver and wait for it first.
 */
@JniClass
public final class Umad {
    /** A device name in C, with the NUL at its end. */
    private static final int NAME_LENGTH = 20;

    private static final int MAX_DEVICES = 256;

    private Umad() {}

    /**
     * Loads the C code, once.
     *
     * @throws io.verbena.jni.NativeLibraryException if it cannot be loaded; the message says what to do
     */
    public static void load() {
        NativeLibrary.load("verbena_base");
        NativeLibrary.load("verbena_umad");
    }

    /** Readies libibumad; returns 0 or {@code -errno}. Without InfiniBand it succeeds as well. */
    @JniMethod(accessor = "umad_init")
    public static native int init();

    /** Ends what {@link #init} began; returns 0 or {@code -errno}. */
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
     * Reads a device.
     *
     * @return 0, {@code -ENOENT} if there is none of that name, or another {@code -errno} if it cannot be read
     */
    @JniMethod(accessor = "verbena_umad_device")
    public static native int device(String name, @JniArg(flags = NO_IN) UmadDevice device);

    /**
     * Reads a port; with number 0 the one that libibumad prefers, an active one if there is one.
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
     * Opens the device file that sets IsSM in the capability mask of a port for as long as it is open.
     *
     * @return a descriptor for {@link #closePort}, {@code -EAGAIN} if another program has it open, {@code -ENODEV} if there
     *     is no such device or port, or why the device file could not be opened: {@code -ENOENT} where there is none, as on
     *     Ethernet, mostly {@code -EACCES} else
     */
    @JniMethod(accessor = "verbena_umad_open_issm")
    public static native int openIsSm(String device, int number);

    /** Closes a port and unregisters its agents; returns 0 or {@code -errno}. */
    @JniMethod(accessor = "verbena_umad_close")
    public static native int closePort(int fd);

    /**
     * Registers an agent for a management class. It may send requests and gets their answers; unsolicited MADs come only
     * for the methods whose bits are set in the two masks, and only one agent may ask for a method of a class.
     *
     * @param rmppVersion 1 lets the kernel do RMPP for this agent, 0 gives it every segment as it is
     * @param methods0 bit n asks for method n
     * @param methods64 bit n asks for method 64 + n
     * @return the agent's id or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_register")
    public static native int register(
            int fd, int managementClass, int classVersion, int rmppVersion, long methods0, long methods64);

    /**
     * Registers an agent for a vendor class with OUI, 0x30 to 0x4f; otherwise as {@link #register}.
     *
     * @param oui the 24 bits of the vendor's identifier
     */
    @JniMethod(accessor = "verbena_umad_register_vendor")
    public static native int registerVendor(
            int fd, int managementClass, int oui, int rmppVersion, long methods0, long methods64);

    /** Ends an agent: what is queued for it and what it waits for is dropped; returns 0 or {@code -errno}. */
    @JniMethod(accessor = "verbena_umad_unregister")
    public static native int unregister(int fd, int agent);

    /**
     * Hands a message to the kernel, which keeps no reference to the memory. Agent, timeout and retries are written into
     * the header of the message, see {@link UserMad}.
     *
     * @param message address of the header and the MAD behind it
     * @param length bytes of the MAD, without the header
     * @param timeoutMs how long to wait for the answer before each retry, in milliseconds; 0 if no answer is expected
     * @return 0 or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_send")
    public static native int send(
            int fd, int agent, @JniArg(cast = "void *") long message, int length, int timeoutMs, int retries);

    /**
     * Waits for messages and takes as many as are there. Each slot gets a header and a MAD; the header's
     * {@link UserMad#LENGTH} is the number of bytes of the slot that are used, header included. A message with
     * {@link UserMad#STATUS} other than 0 is one of our own, given back because it was not answered (110, ETIMEDOUT).
     *
     * <p>If the next message is larger than a slot and no other came before it, the result is {@code -ENOSPC}: slot 0 has
     * its header, with the size it needs as length, and the message waits for a call with a larger slot.
     *
     * @param wakeFd an {@link EventFd} that ends the waiting; it is not drained; -1 for none
     * @param slots address of the first slot, a multiple of 8
     * @param slotSize bytes of a slot: a multiple of 8, at least 64 + 256
     * @param timeoutMs how long to wait in milliseconds; 0 does not wait, -1 waits for ever
     * @return the number of slots filled; 0 after the timeout, a wake-up or a signal; or {@code -errno}
     */
    @JniMethod(accessor = "verbena_umad_receive")
    public static native int receive(
            int fd, int wakeFd, @JniArg(cast = "void *") long slots, int slotSize, int maxSlots, int timeoutMs);

    /** The text of a C array that ends at its first NUL. */
    static String text(byte[] chars) {
        int length = 0;
        while (length < chars.length && chars[length] != 0) {
            length++;
        }
        return new String(chars, 0, length, US_ASCII);
    }
}
