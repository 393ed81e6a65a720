package io.verbena.embedded.hca.frame;

import io.verbena.hca.FlowCounter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counters of the frames to which rules apply (ibv_create_counters(3)). */
public final class FlowCounters {
    private final List<Point> points = new ArrayList<>();
    private long[] values = {};

    /** The number of rules that were created with these counters. */
    private int rules;

    record Point(FlowCounters counters, FlowCounter what, int index) {
        void count(int bytes) {
            counters.add(index, what == FlowCounter.BYTES ? bytes : 1);
        }
    }

    private synchronized void add(int index, int increment) {
        values[index] += increment;
    }

    /** Attaches a counter to the rules that are created with these counters; returns false if there is such a rule already. */
    public synchronized boolean attach(FlowCounter what, int index) {
        if (rules > 0) {
            return false;
        }
        points.add(point(what, index));
        return true;
    }

    /** Attaches a counter to an existing rule. */
    public synchronized void attach(FlowCounter what, int index, SteeringRule<?> rule) {
        rule.count(point(what, index));
    }

    private Point point(FlowCounter what, int index) {
        values = Arrays.copyOf(values, Math.max(values.length, index + 1));
        return new Point(this, what, index);
    }

    synchronized List<Point> use() {
        rules++;
        return List.copyOf(points);
    }

    synchronized void release() {
        rules--;
    }

    /** Writes the first values to a buffer; those without a counter are 0. */
    public synchronized void read(ByteBuffer target, int count) {
        for (int index = 0; index < count; index++) {
            target.putLong(index * Long.BYTES, index < values.length ? values[index] : 0);
        }
    }
}
