package io.verbena.monitor.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.channel.OutboxChannel;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.query.LiveView;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxBaselineTest {
    @TempDir
    Path directory;

    private OutboxChannel channel() throws IOException {
        return new OutboxChannel(directory, Long.MAX_VALUE, (subnet, content) -> {});
    }

    @Test
    void keepsTheCountersOfTheLastSweep() throws IOException {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.port().counter("symbolErrorCounter", 12);
            watched.sweep();
            MonitorSweep sweep = watched.bean(LiveView.class).sweep("fabric").orElseThrow();
            try (OutboxChannel channel = channel()) {
                assertThat(new OutboxBaseline(channel).last("fabric")).isEmpty();
                channel.publish(sweep);
            }
            try (OutboxChannel channel = channel()) {
                OutboxBaseline baseline = new OutboxBaseline(channel);
                CounterBaseline.Values values = baseline.last("fabric").orElseThrow();
                assertThat(values.at()).isEqualTo(sweep.at());
                assertThat(values.values()).hasSameSizeAs(sweep.samples());
                assertThat(values.values().get(WatchedFabric.place(watched.port())))
                        .isNotNull()
                        .contains(12L, atIndex(MonitoredCounter.SYMBOL_ERROR.index()));
                assertThat(baseline.last("another")).isEmpty();
            }
        }
    }
}
