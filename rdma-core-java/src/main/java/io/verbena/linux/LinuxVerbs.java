package io.verbena.linux;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.PortProperties;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.jni.CText;
import io.verbena.jni.Memory;
import io.verbena.jni.efa.Efadv;
import io.verbena.jni.mlx5.Mlx5dv;
import io.verbena.jni.verbs.IbvData;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.jni.verbs.IbvDeviceAttrEx;
import io.verbena.jni.verbs.IbvEvents;
import io.verbena.jni.verbs.IbvGidEntry;
import io.verbena.jni.verbs.IbvPortAttr;
import io.verbena.jni.verbs.IbvValuesEx;
import io.verbena.spi.verbs.CallGate;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A device that libibverbs has opened, whose handles are the addresses of C objects. This class opens, queries and closes the
 * device, and waits for events. Its superclasses have the operations on objects.
 */
final class LinuxVerbs extends LinuxObjects {
    private static final int NAME_LENGTH = 64;
    private static final int GID_ENTRY_SIZE = 32;

    /** Mb/s. */
    private static final int SPEED_UNIT = 100;

    private final @Nullable UserDevice entry;

    private LinuxVerbs(String device, long context) {
        super(device, context);
        this.entry = UserDevice.find(device);
    }

    /** Returns the names of all devices, including iWARP devices; none if the kernel has no user verbs. */
    static List<String> deviceNames() {
        return CText.list(NAME_LENGTH, IbvDevice::deviceNames);
    }

    static LinuxVerbs open(String device) {
        return opened("ibv_open_device", device, IbvDevice.open(device));
    }

    /** Returns an open device, or throws the exception for the error of a function that opens it. */
    static LinuxVerbs opened(String call, String device, long context) {
        if (context == -Errno.ENODEV || context == -Errno.ENOSYS) {
            List<String> names = deviceNames();
            throw new NoSuchDeviceException("no device is called '" + device + "'; "
                    + (names.isEmpty()
                            ? "libibverbs finds none on this host: load the driver of its adapter, and the module"
                                    + " ib_uverbs"
                            : "this host has " + String.join(", ", names)));
        }
        String advice = context < 0 ? advice((int) -context) : "";
        if (!advice.isEmpty()) {
            throw new SysException(call, device, (int) -context, advice);
        }
        return new LinuxVerbs(device, handle(call, device, context));
    }

    /** Opens the device that another process has open, by a copy of its descriptor. */
    static LinuxVerbs ofDescriptor(int descriptor) {
        long context = handle("ibv_import_device", "descriptor " + descriptor, IbvDevice.importDevice(descriptor));
        byte[] name = new byte[NAME_LENGTH];
        IbvDevice.name(context, name);
        return new LinuxVerbs(CText.of(name), context);
    }

    /** Wraps a device that another library has opened, and that the kernel does not know. */
    static LinuxVerbs ofVfio(String address, long context) {
        return new LinuxVerbs(address, context);
    }

    private static String advice(int errno) {
        return switch (errno) {
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/uverbs*";
            case Errno.ENOENT -> "load the kernel module ib_uverbs: modprobe ib_uverbs";
            default -> "";
        };
    }

    @Override
    public boolean isPresent() {
        return entry == null || entry.isPresent();
    }

    @Override
    public void close() {
        check("ibv_close_device", IbvDevice.close(context));
    }

    @Override
    public CallGate gate(long handle) {
        return new CallGate(records(CallGate.SIZE), handle);
    }

    @Override
    public void awaitCalls(CallGate gate) {
        try {
            IbvData.awaitCalls(gate.address());
        } finally {
            Reference.reachabilityFence(gate);
        }
    }

    @Override
    public EfaOperations efa() {
        return LinuxEfa.of(this);
    }

    @Override
    public Mlx5Operations mlx5() {
        return LinuxMlx5.of(this);
    }

    @Override
    public long postSendToTargets(long queuePair, RecordMemory requests, int stride, int count) {
        return keeping(requests, Mlx5dv.postSend(queuePair, requests.address(), stride, count));
    }

    /** Polls an EFA queue by libefa: the mask of its fields, which has a bit in the upper half for each field of EFA, is not 0. */
    @Override
    public long pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        if (fields >>> Integer.SIZE == 0) {
            return super.pollExtended(completionQueue, fields, completions, max);
        }
        return keeping(completions, Efadv.poll(completionQueue, fields, completions.address(), max));
    }

    /** Posts by libefa, the only library with such queue pairs. */
    @Override
    public long postSendOfDriver(long queuePair, RecordMemory requests, int stride, int count) {
        return keeping(requests, Efadv.post(queuePair, requests.address(), stride, count));
    }

    @Override
    public long nanoTime() {
        return CycleClock.nanoTime();
    }

    @Override
    public double nanosPerCycle() {
        return CycleClock.NANOS_PER_CYCLE;
    }

    @Override
    public RecordMemory records(int bytes) {
        return memory(bytes);
    }

    static RecordMemory memory(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        return new RecordMemory(buffer, Memory.address(buffer));
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        RecordMemory both = records(max * Long.BYTES + Long.BYTES);
        both.bytes().putLong(max * Long.BYTES, TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        int count = awaitCompletions(channel, both, max);
        cookies.bytes().put(0, both.bytes(), 0, Math.max(0, count) * Long.BYTES);
        return count;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookiesAndTime, int max) {
        long cookies = cookiesAndTime.address();
        long time = cookies + cookiesAndTime.bytes().capacity() - Long.BYTES;
        return (int) keeping(cookiesAndTime, IbvEvents.awaitCompletions(channel, cookies, max, time));
    }

    /** Also detects a device that was removed without an event; see {@link UserDevice}. */
    @Override
    public int awaitEvents(RecordMemory events, int max, int timeoutMillis) {
        int step = Math.min(timeoutMillis, UserDevice.PERIOD_MILLIS);
        int count = (int) keeping(events, IbvEvents.awaitEvents(context, events.address(), max, step));
        if (count != 0 || isPresent()) {
            return count;
        }
        events.bytes()
                .putInt(0, AsyncEventType.DEVICE_FATAL.code())
                .putInt(4, 0)
                .putLong(8, 0);
        return 1;
    }

    @Override
    public DeviceProperties queryDevice() {
        IbvDeviceAttrEx from = new IbvDeviceAttrEx();
        check("ibv_query_device_ex", IbvDevice.queryDevice(context, from));
        return AttributeReader.deviceProperties(from)
                .transport(Transport.of(IbvDevice.transport(context)))
                .nodeType(NodeType.of(IbvDevice.nodeType(context)))
                .completionVectors(IbvDevice.completionVectors(context))
                .build();
    }

    @Override
    public DeviceExtensions queryExtensions() {
        IbvDeviceAttrEx from = new IbvDeviceAttrEx();
        check("ibv_query_device_ex", IbvDevice.queryDevice(context, from));
        return AttributeReader.deviceExtensions(from).build();
    }

    @Override
    public DeviceClock queryClock() {
        IbvValuesEx from = new IbvValuesEx();
        check("ibv_query_rt_values_ex", IbvDevice.queryClock(context, from));
        return AttributeReader.deviceClock(from).build();
    }

    @Override
    public PortProperties queryPort(int port) {
        IbvPortAttr from = new IbvPortAttr();
        check("ibv_query_port", IbvDevice.queryPort(context, port, from));
        return AttributeReader.portProperties(from)
                .number(port)
                .lanes(LinkRate.lanes(LinkWidth.of(from.activeWidth)))
                .laneSpeed(laneSpeed(from.activeSpeed))
                .build();
    }

    @Override
    public long queryPortMegabits(int port) {
        return handle("ibv_query_port_speed", IbvDevice.portSpeed(context, port)) * SPEED_UNIT;
    }

    private static LaneSpeed laneSpeed(int speed) {
        return switch (speed) {
            case 1 -> LaneSpeed.SDR;
            case 2 -> LaneSpeed.DDR;
            case 4 -> LaneSpeed.QDR;
            case 8 -> LaneSpeed.FDR10;
            case 16 -> LaneSpeed.FDR;
            case 32 -> LaneSpeed.EDR;
            case 64 -> LaneSpeed.HDR;
            case 128 -> LaneSpeed.NDR;
            default -> LaneSpeed.UNKNOWN;
        };
    }

    @Override
    public Optional<GidTableEntry> queryGid(int port, int index) {
        IbvGidEntry from = new IbvGidEntry();
        int answer = IbvDevice.queryGid(context, port, index, from);
        if (answer == -Errno.ENODATA) {
            return Optional.empty();
        }
        check("ibv_query_gid_ex", answer);
        return Optional.of(AttributeReader.gidTableEntry(from).build());
    }

    @Override
    public List<GidTableEntry> queryGids() {
        int room = 0;
        int ports = queryDevice().ports();
        for (int port = 1; port <= ports; port++) {
            room += queryPort(port).gids();
        }
        return queryGids(room);
    }

    @Override
    public List<GidTableEntry> queryGids(int max) {
        byte[] entries = new byte[Math.multiplyExact(max, GID_ENTRY_SIZE)];
        int count = check("ibv_query_gid_table", IbvDevice.queryGids(context, entries, max));
        ByteBuffer wire = ByteBuffer.wrap(entries);
        ByteBuffer host = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder());
        List<GidTableEntry> result = new ArrayList<>(count);
        for (int at = 0; at < count * GID_ENTRY_SIZE; at += GID_ENTRY_SIZE) {
            result.add(new GidTableEntry(
                    host.getInt(at + 20),
                    host.getInt(at + 16),
                    new Gid(wire.getLong(at), wire.getLong(at + 8)),
                    GidType.of(host.getInt(at + 24)),
                    host.getInt(at + 28)));
        }
        return result;
    }
}
