package io.verbena.monitor.collect;

import io.verbena.monitor.channel.OutboxChannel;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The counters of the last sweep in the outbox, for a collector without a database. */
public record OutboxBaseline(OutboxChannel channel) implements CounterBaseline {
    @Override
    public Optional<Values> last(String subnet) {
        try {
            return channel.lastSweep()
                    .filter(sweep -> sweep.subnet().equals(subnet))
                    .map(OutboxBaseline::values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Values values(MonitorSweep sweep) {
        Map<PortPlace, long[]> values = new HashMap<>();
        for (PortSample sample : sweep.samples()) {
            values.put(
                    sample.place(),
                    MonitoredCounter.ALL.stream().mapToLong(sample::value).toArray());
        }
        return new Values(sweep.at(), values);
    }
}
