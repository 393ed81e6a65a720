package io.verbena.verbs.flow;

import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.FlowRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A rule that steers packets to a queue pair (ibv_create_flow(3)). All specifications must match.
 *
 * <pre>{@code
 * Flow flow = queuePair.steer(FlowRule.port(1)
 *         .matching(Ethernet.ANY.destination(FieldMatch.mac("66:11:22:33:44:55")))
 *         .matching(TransportPorts.UDP.destination(FieldMatch.exactly(4791))));
 * }</pre>
 *
 * @param type what it is for
 * @param port the port that packets come in by, from 1
 * @param priority the order among the rules that match, 0 to 65535; lower goes first
 * @param flags how it is applied; only of a normal one
 * @param specs what packets must be like, and what becomes of them
 */
public record FlowRule(FlowType type, int port, int priority, Set<FlowFlag> flags, List<FlowSpec> specs) {
    private static final int MAX_SPECS = 255;
    private static final int ACTION = 0x1002;
    private static final int COUNT = 0x1003;

    /** Refuses what the fields cannot hold. */
    public FlowRule {
        require("port", port, 255);
        require("priority", priority, 0xffff);
        if (specs.size() > MAX_SPECS) {
            throw new IllegalArgumentException(specs.size() + " specifications are too many; a rule has at most 255");
        }
        if (!flags.isEmpty() && type != FlowType.NORMAL) {
            throw new IllegalArgumentException(
                    "a rule of type " + type + " has flags " + flags + "; only NORMAL ones do");
        }
        flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
        specs = List.copyOf(specs);
    }

    private static void require(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is out of range; it is from 0 to " + most);
        }
    }

    /** All that comes in by a port; {@link #matching} says what of it. */
    public static FlowRule port(int port) {
        return new FlowRule(FlowType.NORMAL, port, 0, Set.of(), List.of());
    }

    /** A rule of another type, for a whole port. */
    public static FlowRule ofType(FlowType type, int port) {
        return new FlowRule(type, port, 0, Set.of(), List.of());
    }

    /** The same, where packets are like this, too; or where this becomes of them. */
    public FlowRule matching(FlowSpec spec) {
        List<FlowSpec> more = new ArrayList<>(specs);
        more.add(spec);
        return new FlowRule(type, port, priority, flags, more);
    }

    /** The same in this place among the rules that match. */
    public FlowRule priority(int order) {
        return new FlowRule(type, port, order, flags, specs);
    }

    /** The same, applied so. */
    public FlowRule flags(FlowFlag... wanted) {
        return new FlowRule(type, port, priority, Set.of(wanted), specs);
    }

    /** Bytes of it, with so many actions and sets of counters: {@code struct ibv_flow_attr} and what stands behind it. */
    public int length(int objects) {
        return FlowRecord.SPECS + specs.stream().mapToInt(FlowSpec::length).sum() + objects * FlowRecord.OBJECT_LENGTH;
    }

    /** Writes it from the start of a buffer in the byte order of the machine, with these actions and counters of a driver. */
    public void write(ByteBuffer record, long[] actions, long... counters) {
        int objects = actions.length + counters.length;
        record.putInt(FlowRecord.TYPE, type.code())
                .putShort(FlowRecord.LENGTH, (short) length(objects))
                .putShort(FlowRecord.PRIORITY, (short) priority)
                .put(FlowRecord.SPEC_COUNT, (byte) (specs.size() + objects))
                .put(FlowRecord.PORT, (byte) port)
                .putInt(FlowRecord.FLAGS, (int) WireEnum.bitsOf(flags));
        record.position(FlowRecord.SPECS);
        specs.forEach(spec -> spec.write(record));
        writeObjects(record, ACTION, actions);
        writeObjects(record, COUNT, counters);
    }

    private static void writeObjects(ByteBuffer record, int type, long... handles) {
        for (long handle : handles) {
            SpecWriter.begin(record, type, false, FlowRecord.OBJECT_LENGTH, Long.BYTES)
                    .u64(handle)
                    .end();
        }
    }
}
