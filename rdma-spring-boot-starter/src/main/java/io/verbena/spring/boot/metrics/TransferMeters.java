package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.connection.Queue;
import io.verbena.connection.TransferCounts;
import io.verbena.hca.WorkCompletionStatus;
import java.util.Locale;

/** Registers the meters of the transfers of all connections of this process. */
final class TransferMeters implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        for (Queue queue : Queue.values()) {
            String name = queue.name().toLowerCase(Locale.ROOT);
            FunctionCounter.builder(
                            RdmaMeter.CONNECTION_DATA.getName(), TransferCounts.of(queue), TransferCounts::bytes)
                    .description(RdmaMeter.CONNECTION_DATA.description())
                    .baseUnit(RdmaMeter.CONNECTION_DATA.getBaseUnit())
                    .tag("queue", name)
                    .register(registry);
            for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
                FunctionCounter.builder(
                                RdmaMeter.CONNECTION_COMPLETIONS.getName(),
                                TransferCounts.of(queue),
                                counts -> counts.completions(status))
                        .description(RdmaMeter.CONNECTION_COMPLETIONS.description())
                        .tags("queue", name, "status", status.name().toLowerCase(Locale.ROOT))
                        .register(registry);
            }
        }
    }
}
