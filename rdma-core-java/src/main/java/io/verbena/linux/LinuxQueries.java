package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.PortProperties;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.NodeType;
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

/** Queries a device by libibverbs. */
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
        return AttributeReader.deviceProperties(from)
                .transport(Transport.of(IbvDevice.transport(context)))
                .nodeType(NodeType.of(IbvDevice.nodeType(context)))
                .completionVectors(IbvDevice.completionVectors(context))
                .build();
    }

    @Override
    public DeviceExtensions queryExtensions() {
        IbvDeviceAttrEx from = new IbvDeviceAttrEx();
        outcome.check("ibv_query_device_ex", IbvDevice.queryDevice(context, from));
        return AttributeReader.deviceExtensions(from).build();
    }

    @Override
    public DeviceClock queryClock() {
        IbvValuesEx from = new IbvValuesEx();
        outcome.check("ibv_query_rt_values_ex", IbvDevice.queryClock(context, from));
        return AttributeReader.deviceClock(from).build();
    }

    @Override
    public PortProperties queryPort(int port) {
        IbvPortAttr from = new IbvPortAttr();
        outcome.check("ibv_query_port", IbvDevice.queryPort(context, port, from));
        return AttributeReader.portProperties(from)
                .number(port)
                .lanes(lanes(from.activeWidth))
                .laneSpeed(laneSpeed(from.activeSpeed))
                .build();
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
