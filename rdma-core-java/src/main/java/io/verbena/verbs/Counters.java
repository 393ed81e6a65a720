package io.verbena.verbs;

import io.verbena.error.Ranges;
import io.verbena.hca.FlowCounter;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;

/**
 * Counters of the packets that flow steering rules match (ibv_create_counters(3)). Attach each counter before the first rule is
 * created with the counters. They start at 0 and are closed after the rules.
 */
public final class Counters extends VerbsObject {
    private static final int MAX_COUNTERS = 1024;

    Counters(VerbsObject context, long handle) {
        super(Rank.SHARED, List.of(context), handle, VerbsDriver::destroyCounters);
    }

    /**
     * Attaches the counter with an index to all rules that are created with these counters later.
     *
     * @throws io.verbena.error.SysException if a rule has these counters already, or the device does not support it
     */
    public void count(FlowCounter what, int index) {
        Ranges.check("index of a counter", index, 0, MAX_COUNTERS - 1);
        using(() -> driver.attachCounter(handle(), what, index, 0));
    }

    /** Attaches the counter with an index to an existing rule. */
    public void count(FlowCounter what, int index, Flow flow) {
        Ranges.check("index of a counter", index, 0, MAX_COUNTERS - 1);
        requireSameDevice(flow);
        holding(List.of(this, flow), () -> {
            driver.attachCounter(handle(), what, index, flow.handle());
            return this;
        });
    }

    /**
     * Reads the first counters (ibv_read_counters(3)).
     *
     * @param count the number of counters
     * @param cached whether the values that the driver has cached suffice
     */
    public long[] read(int count, boolean cached) {
        Ranges.check("number of counters", count, 1, MAX_COUNTERS);
        RecordMemory values = driver.records(count * Long.BYTES);
        using(() -> driver.readCounters(handle(), values, count, cached));
        long[] result = new long[count];
        values.bytes().asLongBuffer().get(result);
        return result;
    }
}
