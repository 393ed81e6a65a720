package io.verbena.diag.counters;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.List;

/** The sum of the counters of several ports. Like the counters themselves, a sum stops at its maximum value. */
final class CounterSum {
    private CounterSum() {}

    static Structure of(CounterGroup group, int port, List<? extends Structure> ports) {
        Layout<?> layout = group.layout();
        Structure sum = layout.create();
        layout.field("portSelect").set(sum, 0, (long) port);
        for (Field counter : group.counters()) {
            long largest = -1L >>> (Long.SIZE - counter.width());
            for (int index = 0; index < counter.count(); index++) {
                long total = 0;
                for (Structure each : ports) {
                    long value = (Long) counter.value(each, index);
                    long next = total + value;
                    boolean tooLarge = Long.compareUnsigned(next, total) < 0 || Long.compareUnsigned(next, largest) > 0;
                    total = tooLarge ? largest : next;
                }
                counter.set(sum, index, total);
            }
        }
        return sum;
    }
}
