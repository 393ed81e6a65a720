package io.verbena.samples.fabricmonitor.topology;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Port;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The error counters of a port. PortXmitWait is not an error, because it occurs in any fabric with traffic. */
final class Errors {
    private Errors() {}

    /** Returns the counters above zero by name. */
    static Map<String, Long> of(SubnetSnapshot snapshot, Port port) {
        Map<String, Long> errors = new TreeMap<>();
        Optional<PortCounts> counts = snapshot.counts(port.node().guid(), port.number());
        for (ErrorCounter counter : ErrorCounter.values()) {
            long value = counts.map(all -> all.of(counter).orElse(0)).orElse(0L);
            if (value != 0 && counter != ErrorCounter.XMIT_WAIT) {
                errors.put(counter.label(), value);
            }
        }
        return errors;
    }

    static long sum(SubnetSnapshot snapshot, Port port) {
        return of(snapshot, port).values().stream().mapToLong(Long::longValue).sum();
    }
}
