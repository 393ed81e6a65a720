package io.verbena.diag.counters;

import io.verbena.diag.counters.CounterReport.CounterReading;
import io.verbena.diag.counters.CounterWatch.CounterRates.Rate;
import io.verbena.diag.counters.TrafficCounter.TrafficCounts;
import io.verbena.error.RdmaException;
import io.verbena.iba.Structure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Polls counters of a port. For one thread. */
public final class CounterWatch {
    private static final double NANOS = 1e9;

    private final CounterAgent agent;
    private final List<Integer> ports;
    private final boolean sum;
    private final List<CounterGroup> groups;
    private Map<String, Long> before;
    private long readAt;

    /**
     * Creates a watch and reads the counters for the first time.
     *
     * @param ports one port, or all ports of the node
     * @param sum whether these are all ports, whose sum is watched
     * @param groups the counters to watch; {@link CounterGroup#BASIC} includes the 64-bit traffic counters where available
     * @throws RdmaException if the agent does not respond, or does not have the port or the counters
     */
    public CounterWatch(CounterAgent agent, List<Integer> ports, boolean sum, List<CounterGroup> groups) {
        this.agent = agent;
        this.ports = List.copyOf(ports);
        this.sum = sum;
        this.groups = List.copyOf(groups);
        this.before = read();
        this.readAt = System.nanoTime();
    }

    /**
     * Reads the counters again.
     *
     * @return the rates since the last successful reading
     * @throws RdmaException if the agent does not respond; the next call may succeed
     */
    public CounterRates next() {
        Map<String, Long> now = read();
        long at = System.nanoTime();
        long nanos = Math.max(1, at - readAt);
        List<Rate> rates = new ArrayList<>();
        now.forEach((counter, value) -> {
            long old = before.getOrDefault(counter, 0L);
            long change = Long.compareUnsigned(value, old) < 0 ? value : value - old;
            rates.add(new Rate(counter, value, change, change * NANOS / nanos));
        });
        before = now;
        readAt = at;
        return new CounterRates(sum ? CounterAgent.ALL_PORTS : ports.get(0), Duration.ofNanos(nanos), rates);
    }

    private Map<String, Long> read() {
        Map<String, Long> counts = new LinkedHashMap<>();
        boolean extended = groups.contains(CounterGroup.EXTENDED)
                || (groups.contains(CounterGroup.BASIC) && agent.capabilities().hasExtendedCounters());
        for (CounterGroup group : groups) {
            if (group != CounterGroup.EXTENDED) {
                Structure read = read(group);
                group.counters().forEach(field -> counts.put(field.label(), field.bits(read)));
            }
        }
        if (extended) {
            TrafficCounts.of(CounterGroup.EXTENDED, read(CounterGroup.EXTENDED), agent.capabilities())
                    .forEach(count -> counts.put(count.counter(), count.value()));
        }
        return counts;
    }

    private Structure read(CounterGroup group) {
        CounterReading reading =
                sum ? agent.sum(group, ports, true) : agent.read(group, ports).get(0);
        return reading.counters();
    }

    /**
     * The rates of the counters of a port.
     *
     * @param port the port number; 255 for the sum of all ports of the node
     * @param elapsed the time between the two readings
     * @param rates the rates of all counters, in the order of the counters
     */
    public record CounterRates(int port, Duration elapsed, List<Rate> rates) {
        /** Copies the list. */
        public CounterRates {
            rates = List.copyOf(rates);
        }

        /**
         * The rate of a counter.
         *
         * @param counter its name in infiniband-diags
         * @param value its value, unsigned, 64 bits
         * @param change the increase; if the value decreased, the value since the reset
         * @param perSecond the increase per second
         */
        public record Rate(String counter, long value, long change, double perSecond) {}
    }
}
