package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Flags;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.ReliableDatagramLimits;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.jni.verbs.IbvDeviceAttrEx;
import io.verbena.jni.verbs.IbvGidEntry;
import io.verbena.jni.verbs.IbvPortAttr;
import io.verbena.jni.verbs.IbvValuesEx;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The queries of a device by libibverbs. */
abstract class LinuxQueries implements VerbsDriver {
    private static final int GID_ENTRY_SIZE = 32;
    /** Mb/s. */
    private static final int SPEED_UNIT = 100;

    final VerbsOutcome outcome;
    final long context;
    private final String device;

    LinuxQueries(String device, long context) {
        this.device = device;
        this.context = context;
        this.outcome = new VerbsOutcome(device);
    }

    @Override
    public String device() {
        return device;
    }

    @Override
    public DeviceProperties queryDevice() {
        IbvDeviceAttrEx from = new IbvDeviceAttrEx();
        outcome.check("ibv_query_device_ex", IbvDevice.queryDevice(context, from));
        return new DeviceProperties(
                Transport.of(IbvDevice.transport(context)),
                NodeType.of(IbvDevice.nodeType(context)),
                IbvDevice.text(from.firmware),
                Guid.of(from.nodeGuid),
                Guid.of(from.systemImageGuid),
                from.vendorId,
                from.vendorPartId,
                from.hardwareVersion,
                from.ports,
                IbvDevice.completionVectors(context),
                Flags.of(DeviceCapability.class, Integer.toUnsignedLong(from.capabilityFlags)),
                AtomicCapability.of(from.atomicCap),
                from.localAckDelay,
                limits(from));
    }

    private static DeviceLimits limits(IbvDeviceAttrEx from) {
        return new DeviceLimits(
                from.maxMrSize,
                from.pageSizeCap,
                from.maxQp,
                from.maxQpWr,
                from.maxSge,
                from.maxSgeRead,
                from.maxCq,
                from.maxCqe,
                from.maxMr,
                from.maxPd,
                from.maxResponderResources,
                from.maxTotalResponderResources,
                from.maxInitiatorDepth,
                new ReliableDatagramLimits(
                        from.maxEe, from.maxRdd, from.maxEeResponderResources, from.maxEeInitiatorDepth),
                from.maxMw,
                from.maxRawIpv6,
                from.maxRawEthertype,
                from.maxAh,
                from.maxFmr,
                from.maxSrq,
                from.maxSrqWr,
                from.maxSrqSge,
                from.maxMulticastGroups,
                from.maxMulticastQps,
                from.maxMulticastAttaches,
                from.maxPkeys);
    }

    @Override
    public DeviceExtensions queryExtensions() {
        IbvDeviceAttrEx from = new IbvDeviceAttrEx();
        outcome.check("ibv_query_device_ex", IbvDevice.queryDevice(context, from));
        return ExtensionStructs.read(from);
    }

    @Override
    public DeviceClock queryClock() {
        IbvValuesEx from = new IbvValuesEx();
        outcome.check("ibv_query_rt_values_ex", IbvDevice.queryClock(context, from));
        return new DeviceClock(from.seconds, from.nanos);
    }

    @Override
    public PortProperties queryPort(int port) {
        IbvPortAttr from = new IbvPortAttr();
        outcome.check("ibv_query_port", IbvDevice.queryPort(context, port, from));
        return new PortProperties(
                port,
                PortState.of(from.state),
                PortPhysicalState.of(from.physicalState),
                LinkLayer.of(from.linkLayer),
                Mtu.of(from.activeMtu),
                Mtu.of(from.maxMtu),
                Lid.of(from.lid & 0xffff),
                from.lmc,
                Lid.of(from.smLid & 0xffff),
                from.smSl,
                from.gids,
                from.pkeys,
                Integer.toUnsignedLong(from.maxMessage),
                lanes(from.activeWidth),
                laneSpeed(from.activeSpeed),
                VirtualLanes.of(from.maxVl),
                Flags.of(PortCapability.class, Integer.toUnsignedLong(from.capabilities)),
                Flags.of(PortCapability2.class, from.capabilities2 & 0xffff),
                from.subnetTimeout,
                from.initTypeReply,
                from.badPkeys,
                from.badQkeys);
    }

    @Override
    public int queryIndex() {
        return IbvDevice.deviceIndex(context);
    }

    @Override
    public long queryPortMegabits(int port) {
        return outcome.newer("ibv_query_port_speed", "62", IbvDevice.portSpeed(context, port)) * SPEED_UNIT;
    }

    private static int lanes(int width) {
        return switch (width) {
            case 1 -> 1;
            case 2 -> 4;
            case 4 -> 8;
            case 8 -> 12;
            case 16 -> 2;
            default -> 0;
        };
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
    public int queryPartitionKey(int port, int index) {
        return outcome.check("ibv_query_pkey", IbvDevice.queryPkey(context, port, index));
    }

    @Override
    public Optional<GidTableEntry> queryGid(int port, int index) {
        IbvGidEntry from = new IbvGidEntry();
        int answer = IbvDevice.queryGid(context, port, index, from);
        if (answer == -Errno.ENODATA) {
            return Optional.empty();
        }
        outcome.check("ibv_query_gid_ex", answer);
        ByteBuffer gid = ByteBuffer.wrap(from.gid);
        return Optional.of(new GidTableEntry(
                from.port,
                from.index,
                new Gid(gid.getLong(), gid.getLong()),
                GidType.of(from.type),
                from.interfaceIndex));
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
    public List<GidTableEntry> queryGids(int most) {
        byte[] entries = new byte[Math.multiplyExact(most, GID_ENTRY_SIZE)];
        int count = outcome.check("ibv_query_gid_table", IbvDevice.queryGids(context, entries));
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
