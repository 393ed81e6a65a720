package io.verbena.diag.counters;

import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import io.verbena.iba.PortSamplesControl;
import io.verbena.iba.Structure;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.mad.MadStatusException;
import io.verbena.path.IbPath;
import io.verbena.subnet.Port;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A performance management agent with asynchronous requests. Its capabilities are read once, on demand. */
final class PortAgent {
    private static final CounterCapabilities NOTHING = new CounterCapabilities(0, 0);

    private final AsyncMadTransactor mad;
    private final IbPath path;
    private @Nullable CompletableFuture<CounterCapabilities> capabilities;

    PortAgent(AsyncMadTransactor mad, IbPath path) {
        this.mad = mad;
        this.path = path;
    }

    PortAgent(AsyncMadTransactor mad, IbPath path, CounterCapabilities capabilities) {
        this(mad, path);
        this.capabilities = CompletableFuture.completedFuture(capabilities);
    }

    /** Returns the capabilities. An agent that refuses to report them has only the mandatory ones. */
    synchronized CompletableFuture<CounterCapabilities> capabilities() {
        if (capabilities == null) {
            capabilities = mad.performanceGet(new ClassPortInfo(), path)
                    .thenApply(CounterCapabilities::of)
                    .exceptionally(failure -> ifRefused(failure, NOTHING));
        }
        return capabilities;
    }

    CompletableFuture<PortCounters> counters(int port) {
        return mad.performanceGet(new PortCounters().portSelect(port), path);
    }

    CompletableFuture<PortCountersExtended> extended(int port) {
        return mad.performanceGet(new PortCountersExtended().portSelect(port), path);
    }

    /**
     * Reads the counters of the error correction in the format for the speed of the link; empty if the speed has none, or
     * the agent refuses.
     */
    CompletableFuture<Optional<CorrectionCounts>> correction(Port port, CounterCapabilities able) {
        CompletableFuture<Optional<CorrectionCounts>> counts = switch (port.speed()) {
            case FDR ->
                mad.performanceGet(new PortExtendedSpeedsCounters().portSelect(port.number()), path)
                        .thenApply(answer -> Optional.of(CorrectionCounts.of(answer)));
            case EDR, HDR, NDR, XDR ->
                !able.hasRsFecCounters()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : mad.performanceGet(new PortExtendedSpeedsRsFecCounters().portSelect(port.number()), path)
                                .thenApply(answer -> Optional.of(CorrectionCounts.of(answer)));
            default -> CompletableFuture.completedFuture(Optional.empty());
        };
        return counts.exceptionally(failure -> ifRefused(failure, Optional.empty()));
    }

    /** Reads the tick of PortXmitWait; empty if the agent refuses. */
    CompletableFuture<Optional<WaitTick>> waitTick(int port) {
        return mad.performanceGet(new PortSamplesControl().portSelect(port), path)
                .thenApply(answer -> Optional.of(new WaitTick(answer.tick() + 1)))
                .exceptionally(failure -> ifRefused(failure, Optional.empty()));
    }

    private static <T> T ifRefused(Throwable failure, T otherwise) {
        RdmaException cause = FutureErrors.cause(failure);
        if (cause instanceof MadStatusException) {
            return otherwise;
        }
        throw cause;
    }

    CompletableFuture<? extends Structure> read(CounterGroup group, int port) {
        return group.get(mad, path, port);
    }

    CompletableFuture<? extends Structure> reset(CounterGroup group, int port, long select, long select2) {
        return group.reset(mad, path, port, select, select2);
    }
}
