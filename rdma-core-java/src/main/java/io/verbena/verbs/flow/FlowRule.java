package io.verbena.verbs.flow;

import io.verbena.error.Ranges;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.FlowRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A rule that steers packets to a queue pair (ibv_create_flow(3)). A packet must match all its specifications.
 *
 * <pre>{@code
 * Flow flow = queuePair.steer(FlowRule.port(1)
 *         .matching(Ethernet.ANY.destination(FieldMatch.mac("66:11:22:33:44:55")))
 *         .matching(TransportPorts.UDP.destination(FieldMatch.exactly(4791))));
 * }</pre>
 *
 * @param type the type of the rule
 * @param port the port at which packets arrive, from 1
 * @param priority the order among the rules that match, 0 to 65535; the lowest applies first
 * @param flags the flags of a rule of type {@link FlowType#NORMAL}; none for other types
 * @param specs the headers that packets must have, and the actions that apply to these packets
 */
public record FlowRule(FlowType type, int port, int priority, Set<FlowFlag> flags, List<FlowSpec> specs) {
    private static final int MAX_SPECS = 255;

    /** Refuses values that the fields of the rule cannot hold. */
    public FlowRule {
        Ranges.check("port", port, 0, 255);
        Ranges.check("priority", priority, 0, 0xffff);
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

    /** Returns a rule that matches all packets which arrive at a port; {@link #matching} restricts it. */
    public static FlowRule port(int port) {
        return new FlowRule(FlowType.NORMAL, port, 0, Set.of(), List.of());
    }

    /** Returns a rule of another type, for all packets of a port. */
    public static FlowRule ofType(FlowType type, int port) {
        return new FlowRule(type, port, 0, Set.of(), List.of());
    }

    /** Returns a copy with one more specification: a header that packets must have, or an action. */
    public FlowRule matching(FlowSpec spec) {
        List<FlowSpec> more = new ArrayList<>(specs);
        more.add(spec);
        return new FlowRule(type, port, priority, flags, more);
    }

    /** Returns a copy with another priority. */
    public FlowRule priority(int order) {
        return new FlowRule(type, port, order, flags, specs);
    }

    /** Returns a copy with other flags. */
    public FlowRule flags(FlowFlag... wanted) {
        return new FlowRule(type, port, priority, Set.of(wanted), specs);
    }

    /** Returns the length in bytes of {@code struct ibv_flow_attr}, its specifications, and a number of actions and counters. */
    public int length(int objects) {
        return FlowRecord.SPECS + specs.stream().mapToInt(FlowSpec::length).sum() + objects * FlowRecord.OBJECT_LENGTH;
    }

    /** Writes this rule to the start of a buffer in the byte order of the machine, with actions and counters of a driver. */
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
        writeObjects(record, FlowRecord.ACTION, actions);
        writeObjects(record, FlowRecord.COUNT, counters);
    }

    private static void writeObjects(ByteBuffer record, int type, long... handles) {
        for (long handle : handles) {
            begin(record, type, false, FlowRecord.OBJECT_LENGTH).putLong(FlowRecord.OBJECT, handle);
        }
    }

    /** Writes the type and the length of a specification, moves the buffer behind it, and returns its bytes. */
    static ByteBuffer begin(ByteBuffer record, int type, boolean inner, int length) {
        ByteBuffer spec = record.slice(record.position(), length).order(record.order());
        record.put(new byte[length]);
        return spec.putInt(0, inner ? type | FlowRecord.INNER : type).putShort(FlowRecord.SPEC_LENGTH, (short) length);
    }
}
