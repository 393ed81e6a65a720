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
import io.verbena.jni.verbs.ClockValues;
import io.verbena.jni.verbs.DeviceAttr;
import io.verbena.jni.verbs.PortAttr;
import io.verbena.jni.verbs.Verbs;
import io.verbena.spi.verbs.VerbsQueries;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What libibverbs knows of a device. */
final class LinuxQueries implements VerbsQueries {
    private static final int GID_ENTRY_SIZE = 32;

    /** Mb/s. */
    private static final int SPEED_UNIT = 100;

    private final long context;
    private final VerbsOutcome outcome;

    LinuxQueries(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public DeviceProperties queryDevice() {
        DeviceAttr from = new DeviceAttr();
        outcome.check("ibv_query_device_ex", Verbs.queryDevice(context, from));
        return new DeviceProperties(
                Transport.of(Verbs.transport(context)),
                NodeType.of(Verbs.nodeType(context)),
                Verbs.text(from.firmware),
                Guid.of(from.nodeGuid),
                Guid.of(from.systemImageGuid),
                from.vendorId,
                from.vendorPartId,
                from.hardwareVersion,
                from.ports,
                Verbs.completionVectors(context),
                Flags.of(DeviceCapability.class, Integer.toUnsignedLong(from.capabilityFlags)),
                AtomicCapability.of(from.atomicCap),
                from.localAckDelay,
                limits(from));
    }

    private static DeviceLimits limits(DeviceAttr from) {
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
                from.maxQpReads,
                from.maxReads,
                from.maxQpReadsBegun,
                new ReliableDatagramLimits(from.maxEe, from.maxRdd, from.maxEeReads, from.maxEeReadsBegun),
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
        DeviceAttr from = new DeviceAttr();
        outcome.check("ibv_query_device_ex", Verbs.queryDevice(context, from));
        return ExtensionStructs.read(from);
    }

    @Override
    public DeviceClock queryClock() {
        ClockValues from = new ClockValues();
        outcome.check("ibv_query_rt_values_ex", Verbs.queryClock(context, from));
        return new DeviceClock(from.seconds, from.nanos);
    }

    @Override
    public PortProperties queryPort(int port) {
        PortAttr from = new PortAttr();
        outcome.check("ibv_query_port", Verbs.queryPort(context, port, from));
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
        return Verbs.deviceIndex(context);
    }

    @Override
    public long queryPortMegabits(int port) {
        return outcome.newer("ibv_query_port_speed", "62", Verbs.portSpeed(context, port)) * SPEED_UNIT;
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
        return outcome.check("ibv_query_pkey", Verbs.queryPkey(context, port, index));
    }

    @Override
    public Optional<GidTableEntry> queryGid(int port, int index) {
        io.verbena.jni.verbs.GidEntry from = new io.verbena.jni.verbs.GidEntry();
        int answer = Verbs.queryGid(context, port, index, from);
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
        int count = outcome.check("ibv_query_gid_table", Verbs.queryGids(context, entries));
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
