package io.verbena.linux;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidType;
import io.verbena.hca.PortProperties;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.jni.CText;
import io.verbena.jni.umad.Umad;
import io.verbena.jni.umad.UmadDevice;
import io.verbena.jni.umad.UmadPort;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The devices of this host: those that libibumad finds, followed by those that only libibverbs finds. Either library may be
 * missing. Nothing is cached.
 */
final class LinuxDriver implements RdmaDriver {
    private static final int UMAD_NAME_LENGTH = 20;

    private final Sysfs sysfs;
    private final Binding umad;
    private final Binding verbs;
    private final Binding cm;
    private final Set<HeldIsSm> marks = ConcurrentHashMap.newKeySet();

    LinuxDriver(Sysfs sysfs, Binding umad, Binding verbs, Binding cm) {
        this.sysfs = sysfs;
        this.umad = umad;
        this.verbs = verbs;
        this.cm = cm;
    }

    @Override
    public List<String> deviceNames() {
        List<String> managed = umad.loads() ? CText.list(UMAD_NAME_LENGTH, Umad::deviceNames) : verbsDeviceNames();
        Set<String> names = new LinkedHashSet<>(managed);
        names.addAll(sysfs.unmanagedDevices());
        return List.copyOf(names);
    }

    @Override
    public DeviceAttributes device(String name) {
        if (sysfs.unmanagedDevices().contains(name)) {
            return sysfs.device(name);
        }
        return umad.loads() ? managedDevice(name) : deviceByVerbs(name);
    }

    private DeviceAttributes managedDevice(String name) {
        UmadDevice device = new UmadDevice();
        check(Umad.device(name, device), "umad_get_ca", name);
        List<PortAttributes> ports = new ArrayList<>();
        for (int number = 0; number <= Math.min(device.portCount, Integer.SIZE - 1); number++) {
            if ((device.portMask >>> number & 1) != 0) {
                ports.add(port(name, number));
            }
        }
        return new DeviceAttributes(
                name,
                NodeType.of(device.nodeType),
                Transport.INFINIBAND,
                CText.of(device.type),
                CText.of(device.firmware),
                CText.of(device.hardware),
                Guid.of(device.nodeGuid),
                Guid.of(device.systemGuid),
                List.copyOf(ports));
    }

    private PortAttributes port(String device, int number) {
        UmadPort port = new UmadPort();
        check(Umad.port(device, number, port), "umad_get_port", device + "/" + number);
        return new PortAttributes(
                number,
                PortState.of(port.state),
                PortPhysicalState.of(port.physicalState),
                port.rate,
                rateText(device, number, port.rate),
                Lid.of(port.baseLid),
                port.lmc,
                Lid.of(port.smLid),
                port.smSl,
                port.capabilityMask,
                port.gidPrefix,
                Guid.of(port.portGuid),
                CText.of(port.linkLayer),
                pkeys(port));
    }

    /** Returns what the kernel shows, or the number alone where it shows nothing. */
    private String rateText(String device, int port, int rate) {
        String shown = sysfs.rate(device, port);
        return shown.isEmpty() ? (rate == 2 ? "2.5" : String.valueOf(rate)) + " Gb/sec" : shown;
    }

    private static List<Integer> pkeys(UmadPort port) {
        List<Integer> keys = new ArrayList<>(port.pkeyCount);
        for (int index = 0; index < port.pkeyCount; index++) {
            keys.add(Short.toUnsignedInt(port.pkeys[index]));
        }
        return List.copyOf(keys);
    }

    /** Reads the attributes of a device by libibverbs, for hosts without libibumad. */
    private DeviceAttributes deviceByVerbs(String name) {
        LinuxVerbs device = LinuxVerbs.open(name);
        try {
            DeviceProperties properties = device.queryDevice();
            List<PortAttributes> ports = IntStream.rangeClosed(1, properties.ports())
                    .mapToObj(number -> portByVerbs(name, device, number))
                    .toList();
            return new DeviceAttributes(
                    name,
                    properties.nodeType(),
                    properties.transport(),
                    "",
                    properties.firmwareVersion(),
                    Integer.toHexString(properties.hardwareVersion()),
                    properties.nodeGuid(),
                    properties.systemImageGuid(),
                    ports);
        } finally {
            device.close();
        }
    }

    private PortAttributes portByVerbs(String name, LinuxVerbs device, int number) {
        PortProperties port = device.queryPort(number);
        Gid gid = device.queryGid(number, 0).map(entry -> entry.gid()).orElse(Gid.ZERO);
        int rate = (int) (port.lanes() * port.laneSpeed().nominal());
        return new PortAttributes(
                number,
                port.state(),
                port.physicalState(),
                rate,
                rateText(name, number, rate),
                port.lid(),
                port.lmc(),
                port.smLid(),
                port.smServiceLevel(),
                port.capabilities().bits(),
                gid.prefix(),
                Guid.of(gid.interfaceId()),
                port.linkLayer().text(),
                IntStream.range(0, port.partitionKeys())
                        .map(index -> device.queryPartitionKey(number, index))
                        .boxed()
                        .toList());
    }

    @Override
    public String description(String device) {
        return sysfs.description(device);
    }

    @Override
    public String boardId(String device) {
        return sysfs.boardId(device);
    }

    @Override
    public void describe(String device, String text) {
        sysfs.describe(device, text);
    }

    @Override
    public Map<String, Long> counters(String device, int port) {
        return sysfs.counters(device, port);
    }

    /** Returns the first entry of the GID table of a simulated device, which has no files. */
    @Override
    public List<GidEntry> gids(String device, int port) {
        List<GidEntry> found = sysfs.gids(device, port);
        if (!found.isEmpty() || !umad.loads() || sysfs.unmanagedDevices().contains(device)) {
            return found;
        }
        Gid first = port(device, port).defaultGid();
        return List.of(new GidEntry(0, first, GidType.INFINIBAND, ""));
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        umad.require();
        String name = device + "/" + port;
        int descriptor = Umad.openPort(device, port);
        if (descriptor < 0) {
            throw new SysException("umad_open_port", name, -descriptor, advice(device, -descriptor));
        }
        return new UmadChannel(device, port, descriptor, new PortReader(device, port));
    }

    /** Reads a port. A class, because only lambdas that run on every host are in the class archives of the launchers. */
    private final class PortReader implements Supplier<PortAttributes> {
        private final String device;
        private final int number;

        PortReader(String device, int number) {
            this.device = device;
            this.number = number;
        }

        @Override
        public PortAttributes get() {
            return port(device, number);
        }
    }

    @Override
    public IsSm openIsSm(String device, int port) {
        umad.require();
        String name = device + "/" + port;
        int descriptor = Umad.openIsSm(device, port);
        if (descriptor < 0) {
            throw new SysException("open_issm", name, -descriptor, isSmAdvice(-descriptor));
        }
        HeldIsSm held = new HeldIsSm(descriptor);
        marks.add(held);
        return held;
    }

    /** The bit IsSM, which is set while its device file is open. */
    private final class HeldIsSm implements IsSm {
        private final int descriptor;

        HeldIsSm(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public void close() {
            if (marks.remove(this)) {
                Umad.closePort(descriptor);
            }
        }
    }

    private static String isSmAdvice(int errno) {
        return switch (errno) {
            case Errno.EAGAIN, Errno.EBUSY ->
                "another program, such as opensm, says that it is the subnet manager here";
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/issm*";
            case Errno.ENODEV, Errno.ENOENT, Errno.ENXIO ->
                "it has no device file /dev/infiniband/issm*: there is no such port, its link layer is Ethernet, or this"
                        + " container was not given the file";
            default -> "";
        };
    }

    private static void check(int result, String call, String object) {
        if (result == -Errno.ENODEV || result == -Errno.ENOENT) {
            throw new NoSuchDeviceException("there is no device " + object + "; list what there is with ibstat");
        }
        if (result < 0) {
            throw new SysException(call, object, -result, "");
        }
    }

    private String advice(String device, int errno) {
        if (sysfs.unmanagedDevices().contains(device)) {
            return "it is no InfiniBand or RoCE device, and others, such as iWARP, have no management datagrams";
        }
        return switch (errno) {
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/umad*";
            case Errno.ENODEV, Errno.ENOENT -> "list what there is with ibstat";
            case Errno.EOPNOTSUPP -> "load the kernel module ib_umad: modprobe ib_umad";
            default -> "";
        };
    }

    @Override
    public List<String> verbsDeviceNames() {
        return verbs.loads() ? LinuxVerbs.deviceNames() : List.of();
    }

    @Override
    public VerbsDriver openVerbs(String device) {
        verbs.require();
        return LinuxVerbs.open(device);
    }

    @Override
    public VerbsDriver importVerbs(int descriptor) {
        verbs.require();
        return LinuxVerbs.ofDescriptor(descriptor);
    }

    @Override
    public VerbsDriver openMlx5(String device, int flags, int... descriptors) {
        verbs.require();
        return LinuxMlx5.open(device, flags, descriptors);
    }

    @Override
    public VerbsDriver openMlx5Vfio(String address, int flags) {
        verbs.require();
        return LinuxMlx5.openVfio(address, flags);
    }

    @Override
    public CmDriver openCm() {
        verbs.require();
        cm.require();
        return new LinuxCm();
    }

    @Override
    public void close() {
        marks.forEach(HeldIsSm::close);
    }
}
