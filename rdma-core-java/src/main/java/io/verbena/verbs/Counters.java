package io.verbena.verbs;

import io.verbena.hca.FlowCounter;
import io.verbena.spi.verbs.RecordMemory;
import java.util.List;

/**
 * Counters of what rules match (ibv_create_counters(3)). Say what each counts before a rule is made with them; they count
 * from 0, and are closed after the rules.
 */
public final class Counters extends DeviceObject {
    private static final int MAX_COUNTERS = 1024;

    Counters(Context context, long handle) {
        super(context, handle);
    }

    /**
     * Lets the counter at an index count, of all rules that are made with these counters later.
     *
     * @throws io.verbena.error.SysException if a rule has them already, or the device cannot
     */
    public void count(FlowCounter what, int index) {
        requireIndex(index);
        using(() -> driver().attachCounter(handle(), what, index, 0));
    }

    /** The same of one rule that is there. */
    public void count(FlowCounter what, int index, Flow flow) {
        requireIndex(index);
        requireSameDevice(flow);
        holding(List.of(this, flow), () -> {
            driver().attachCounter(handle(), what, index, flow.handle());
            return this;
        });
    }

    private static void requireIndex(int index) {
        if (index < 0 || index >= MAX_COUNTERS) {
            throw new IllegalArgumentException(
                    "counter " + index + " is out of range; they are from 0 to " + (MAX_COUNTERS - 1));
        }
    }

    /**
     * The first so many counters (ibv_read_counters(3)).
     *
     * @param cached whether what the driver read last will do
     */
    public long[] read(int count, boolean cached) {
        if (count < 1 || count > MAX_COUNTERS) {
            throw new IllegalArgumentException(count + " counters are out of range; they are 1 to " + MAX_COUNTERS);
        }
        RecordMemory values = driver().records(count * Long.BYTES);
        using(() -> driver().readCounters(handle(), values, count, cached));
        long[] result = new long[count];
        values.bytes().asLongBuffer().get(result);
        return result;
    }

    @Override
    int closingRank() {
        return 7;
    }

    @Override
    void destroy() {
        driver().destroyCounters(handle());
    }
}
