package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5ClockRecord;
import io.verbena.spi.verbs.Mlx5DeviceRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.Mlx5PortRecord;
import io.verbena.spi.verbs.Mlx5StridingQueueRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkQueue;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * An open mlx5 device: what it offers beyond verbs (mlx5dv(7)). Its queue pairs and completion queues are those of {@code
 * io.verbena.verbs} otherwise. Every call throws {@link io.verbena.error.SysException} if the device refuses it.
 *
 * <p>This class has run on the hollow device only, never on a ConnectX device.
 */
public final class Mlx5Device {
    private static final int MAX_PATH = 4096;
    private static final int MAX_PORT = 0xffff;
    private static final int BYTE = 0xff;

    private final DriverExtension<Mlx5Operations> extension;

    Mlx5Device(Context context) {
        this.extension = new DriverExtension<>(context, VerbsDriver::mlx5);
    }

    /**
     * Returns the mlx5 operations of an open device. The caller still closes the device.
     *
     * @throws UnsupportedException if it is no mlx5 device, or its library is not installed
     */
    public static Mlx5Device of(Context context) {
        Mlx5Device device = new Mlx5Device(context);
        device.attributes();
        return device;
    }

    /** Returns whether an open device is a ConnectX device whose library is installed (mlx5dv_is_supported(3)). */
    public static boolean isMlx5(Context context) {
        try {
            return new Mlx5Device(context).extension.query(Mlx5Operations::isSupported) != 0;
        } catch (UnsupportedException e) {
            return false;
        }
    }

    /** Returns the open device. */
    public Context context() {
        return extension.context();
    }

    /** Returns the attributes of the device (mlx5dv_query_device(3)). */
    public Mlx5DeviceAttributes attributes() {
        RecordMemory memory = extension.memory(Mlx5DeviceRecord.SIZE);
        extension.run(mlx5 -> mlx5.queryDevice(memory));
        return Mlx5DeviceAttributes.read(memory.bytes());
    }

    /**
     * Returns the attributes of a port beyond verbs (mlx5dv_query_port(3)).
     *
     * @param port the port, from 1
     */
    public Mlx5PortAttributes port(int port) {
        RecordMemory memory = extension.memory(Mlx5PortRecord.SIZE);
        extension.run(mlx5 -> mlx5.queryPort(port, memory));
        return Mlx5PortAttributes.read(memory.bytes());
    }

    /**
     * Returns the parameters that convert timestamps of completions to nanoseconds (mlx5dv_get_clock_info(3)). Query them again within
     * {@link Mlx5DeviceAttributes#maxClockUpdateNanos()}.
     */
    public Mlx5Clock clock() {
        RecordMemory memory = extension.memory(Mlx5ClockRecord.SIZE);
        extension.run(mlx5 -> mlx5.queryClock(memory));
        return Mlx5Clock.read(memory.bytes());
    }

    /**
     * Returns the path in sysfs of the PCI function through which the device accesses the memory of accelerators directly
     * (mlx5dv_get_data_direct_sysfs_path).
     *
     * @throws UnsupportedException if rdma-core is older than version 56
     */
    public String dataDirectPath() {
        RecordMemory memory = extension.memory(MAX_PATH);
        extension.run(mlx5 -> mlx5.dataDirectPath(memory, MAX_PATH));
        byte[] text = new byte[MAX_PATH];
        memory.bytes().get(0, text);
        int end = 0;
        while (end < MAX_PATH && text[end] != 0) {
            end++;
        }
        return new String(text, 0, end, StandardCharsets.UTF_8);
    }

    /**
     * Reserves a number that the device gives to no queue pair, 24 bits, as for the connections of a virtual device
     * (mlx5dv_reserved_qpn_alloc(3)).
     */
    public int reserveQueuePairNumber() {
        return extension.query(Mlx5Operations::reserveQueuePairNumber);
    }

    /** Releases a number that {@link #reserveQueuePairNumber} reserved. */
    public void releaseQueuePairNumber(int number) {
        extension.run(mlx5 -> mlx5.releaseQueuePairNumber(number));
    }

    /** Returns a builder of queue pairs in a protection domain of this device, dynamically connected ones included. */
    public Mlx5QueuePairBuilder queuePair(ProtectionDomain domain) {
        return new Mlx5QueuePairBuilder(extension, domain);
    }

    /** Returns a builder of completion queues of this device. */
    public Mlx5CompletionQueueBuilder completionQueue() {
        return new Mlx5CompletionQueueBuilder(extension);
    }

    /** Makes an initiator of dynamic connections, which is in state RESET, ready to send by settings with an address. */
    public void readyInitiator(QueuePair pair, QueuePairSetup setup) {
        extension.readyInitiator(pair, setup);
    }

    /** Makes a target of dynamic connections, which is in state RESET, ready to receive by settings with an address. */
    public void readyTarget(QueuePair pair, QueuePairSetup setup) {
        extension.readyTarget(pair, setup);
    }

    /**
     * Creates a work queue whose receives take several messages each (mlx5dv_create_wq).
     *
     * @throws io.verbena.error.UnsupportedException if the device does not support it
     */
    public WorkQueue workQueue(
            ProtectionDomain domain,
            CompletionQueue completions,
            WorkQueueAttributes attributes,
            StridingReceives strides) {
        RecordMemory memory = extension.memory(Mlx5StridingQueueRecord.SIZE);
        strides.write(memory.bytes());
        return extension.workQueue(
                domain,
                completions,
                (mlx5, owner, queue, cookie) -> mlx5.createWorkQueue(owner, queue, attributes, cookie, memory));
    }

    /**
     * Allocates memory of the device (mlx5dv_alloc_dm(3)); see {@link Context#deviceMemory}.
     *
     * @param length the number of bytes
     * @param alignment the exponent n of the alignment of 2^n bytes, 0 to 31
     * @throws IllegalArgumentException if the type is {@link Mlx5MemoryType#UNKNOWN}, or a number is out of range
     */
    public DeviceMemory deviceMemory(Mlx5MemoryType type, long length, int alignment) {
        if (type == Mlx5MemoryType.UNKNOWN) {
            throw new IllegalArgumentException("memory of an unknown type; choose one of the others");
        }
        return extension.deviceMemory(length, alignment, mlx5 -> mlx5.allocateMemory(length, alignment, type.code()));
    }

    /**
     * Registers memory of an accelerator, which the device accesses directly by its PCI function of data direct
     * (mlx5dv_reg_dmabuf_mr(3)); see {@link #dataDirectPath} and {@link ProtectionDomain#registerDmaBuf}.
     *
     * @param descriptor the file descriptor of the DMA-BUF, which the caller closes
     * @param offset the offset of the region in the DMA-BUF
     * @param length the length in bytes
     * @param named the address of the first byte for scatter/gather entries and the peer, which must have the same offset in its page
     *     as {@code offset}
     * @throws UnsupportedException if the device does not support it, or rdma-core is older than version 56
     */
    public MemoryRegion registerDataDirect(
            ProtectionDomain domain, int descriptor, long offset, long length, long named, AccessFlag... access) {
        return extension.region(
                domain,
                length,
                (mlx5, owner, flags) -> mlx5.registerDataDirect(owner, descriptor, offset, length, named, flags),
                access);
    }

    /**
     * Returns the number of a queue pair. A target of dynamic connections has its number when it is ready to receive, and {@link
     * QueuePair#number()} does not return it.
     */
    public int number(QueuePair pair) {
        return extension.query(pair, Mlx5Operations::queuePairNumber);
    }

    /** Makes a stream of an initiator usable again after an error (mlx5dv_dci_stream_id_reset(3)). */
    public void resetStream(QueuePair initiator, int stream) {
        extension.run(initiator, (mlx5, handle) -> mlx5.resetStream(handle, stream));
    }

    /** Announces that an address handle is used for a queue pair of the peer, by its number (mlx5dv_map_ah_to_qp(3)). */
    public void mapAddress(AddressHandle address, int queuePair) {
        extension.run(address, (mlx5, handle) -> mlx5.mapAddress(handle, queuePair));
    }

    /** Returns the requests beyond verbs of a queue pair, which was created for their operations. */
    public Mlx5Requests requests(QueuePair pair) {
        return new Mlx5Requests(extension, pair);
    }

    /** Returns the ports of a bond by which a queue pair sends (mlx5dv_query_qp_lag_port(3)). */
    public BondPorts bondPorts(QueuePair pair) {
        int ports = extension.query(pair, Mlx5Operations::queryLagPort);
        return new BondPorts(ports & BYTE, (ports >>> Byte.SIZE) & BYTE);
    }

    /**
     * Assigns a queue pair to a port of a bond (mlx5dv_modify_qp_lag_port(3)).
     *
     * @param port the port, from 1
     */
    public void assignBondPort(QueuePair pair, int port) {
        Ranges.check("port", port, 1, BYTE);
        extension.run(pair, (mlx5, handle) -> mlx5.modifyLagPort(handle, port));
    }

    /**
     * Sets the UDP source port of a connected queue pair on Ethernet, which routers use to choose among equal paths
     * (mlx5dv_modify_qp_udp_sport(3)).
     */
    public void udpSourcePort(QueuePair pair, int port) {
        Ranges.check("UDP source port", port, 0, MAX_PORT);
        extension.run(pair, (mlx5, handle) -> mlx5.modifyUdpSourcePort(handle, port));
    }

    /**
     * Creates a memory key (mlx5dv_create_mkey(3)).
     *
     * @param maxEntries the maximum number of entries of its layout, 0 to 65535
     */
    public MemoryKey memoryKey(ProtectionDomain domain, int maxEntries, MemoryKeyFlag... flags) {
        Ranges.check("number of entries", maxEntries, 0, MAX_PORT);
        return MemoryKey.create(extension, domain, maxEntries, (int) WireEnum.bitsOf(Set.of(flags)));
    }

    /** Returns the encryption of the device. */
    public Mlx5Crypto crypto() {
        return new Mlx5Crypto(extension);
    }

    /** Returns what the device has for packet pacing, scheduling and doorbells. */
    public Mlx5Resources resources() {
        return new Mlx5Resources(extension);
    }

    /** Returns the commands of the firmware. */
    public Devx devx() {
        return new Devx(extension);
    }

    /** Returns the memory of queues, for programs that post and poll themselves. */
    public Mlx5Layout layout() {
        return new Mlx5Layout(extension);
    }

    @Override
    public String toString() {
        return "Mlx5Device[" + context() + "]";
    }
}
