package io.verbena.embedded.hca.frame;

import io.verbena.spi.verbs.FlowHeaderType;
import io.verbena.spi.verbs.FlowRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;

/**
 * A flow steering rule: the frames that it applies to, and what happens to them.
 *
 * @param <T> the type of the receiver of these frames
 */
public final class SteeringRule<T> {
    private final T target;
    final int type;
    private final int port;
    final int priority;
    private final int flags;
    private final List<Match> matches = new ArrayList<>();
    private final List<FlowCounters.Point> counters = new CopyOnWriteArrayList<>();
    private final List<FlowCounters> created = new ArrayList<>();
    private int tag;
    private boolean drops;

    /** The headers that a specification matches. Labels of MPLS are matched in the order of their specifications. */
    private record Match(FlowHeaderType type, boolean inner, int occurrence, ByteBuffer value, ByteBuffer mask) {
        boolean matches(FrameHeaders frame) {
            FrameHeaders.Header header = frame.find(type, inner, occurrence);
            if (header == null) {
                return false;
            }
            ByteBuffer fields = header.fields();
            for (int i = 0; i < mask.capacity(); i++) {
                boolean differs = mask.get(i) != 0
                        && (i >= fields.capacity() || ((fields.get(i) ^ value.get(i)) & mask.get(i)) != 0);
                if (differs) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Reads the {@link FlowRecord} of a rule.
     *
     * @param counters returns counters by their number
     * @throws IllegalArgumentException if an embedded adapter does not support the rule, with the reason
     */
    public SteeringRule(T target, ByteBuffer record, LongFunction<FlowCounters> counters) {
        this.target = target;
        this.type = record.getInt(FlowRecord.TYPE);
        this.priority = record.getShort(FlowRecord.PRIORITY) & 0xffff;
        this.port = record.get(FlowRecord.PORT) & 0xff;
        this.flags = record.getInt(FlowRecord.FLAGS);
        int specs = record.get(FlowRecord.SPEC_COUNT) & 0xff;
        require((flags & FlowRecord.EGRESS) == 0, "a rule applies to arriving frames only; leave out the flag EGRESS");
        int at = FlowRecord.SPECS;
        for (int i = 0; i < specs; i++) {
            int kind = record.getInt(at);
            int length = record.getShort(at + FlowRecord.SPEC_LENGTH) & 0xffff;
            switch (kind) {
                case FlowRecord.TAG -> tag = record.getInt(at + FlowRecord.TAG_VALUE);
                case FlowRecord.DROP -> drops = true;
                case FlowRecord.COUNT -> created.add(counters.apply(record.getLong(at + FlowRecord.OBJECT)));
                default -> match(kind, copy(record.slice(at, length)));
            }
            at += length;
        }
        require(
                type == FlowRecord.NORMAL || matches.isEmpty(),
                "only a rule of type NORMAL has specifications of headers");
        created.forEach(counted -> this.counters.addAll(counted.use()));
    }

    /** Ends this rule, so that other counters can be attached to its counters. */
    public void end() {
        created.forEach(FlowCounters::release);
    }

    private static void require(boolean supported, String advice) {
        if (!supported) {
            throw new IllegalArgumentException(advice);
        }
    }

    private static ByteBuffer copy(ByteBuffer spec) {
        return ByteBuffer.allocate(spec.capacity()).put(spec).clear();
    }

    private void match(int kind, ByteBuffer spec) {
        FlowHeaderType header = FlowHeaderType.of(kind & ~FlowRecord.INNER);
        if (header == null) {
            throw new IllegalArgumentException(String.format("0x%x is no type of a specification", kind));
        }
        boolean inner = (kind & FlowRecord.INNER) != 0;
        ByteBuffer value = spec.slice(header.valueOffset(), header.filterBytes());
        ByteBuffer mask = spec.slice(header.maskOffset(), header.filterBytes());
        int before = header == FlowHeaderType.MPLS
                ? (int) matches.stream()
                        .filter(match -> match.type == header && match.inner == inner)
                        .count()
                : 0;
        matches.add(new Match(header, inner, before, value, mask));
    }

    /** Returns the number of the port at which the frames arrive. */
    public int port() {
        return port;
    }

    /** Returns the receiver of the frames. */
    public T target() {
        return target;
    }

    /** Returns the tag that completions report; 0 for none. */
    public int tag() {
        return tag;
    }

    boolean drops() {
        return drops;
    }

    boolean continues() {
        return (flags & FlowRecord.DO_NOT_TRAP) != 0;
    }

    boolean matches(FrameHeaders frame) {
        for (Match match : matches) {
            if (!match.matches(frame)) {
                return false;
            }
        }
        return true;
    }

    void count(FlowCounters.Point point) {
        counters.add(point);
    }

    void count(FrameHeaders frame) {
        counters.forEach(point -> point.count(frame.length()));
    }
}
