package io.verbena.subnet;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A single reading of a subnet. Handling a response sends further requests; the reading ends when none is outstanding.
 *
 * <p>Except for {@link #start} and {@link #progress}, methods run while a response is handled, one at a time.
 */
abstract class Sweep {
    final SubnetBuilder subnet = new SubnetBuilder();

    final MadTransactor mad;
    private final Consumer<DiscoveryProgress> listener;
    private final long datagramsBefore;
    private final CompletableFuture<Subnet> result = new CompletableFuture<>();
    private final Queue<Runnable> arrivals = new ArrayDeque<>();
    private DiscoveryProgress told = new DiscoveryProgress(0, 0, 0);
    private @Nullable RdmaException lastFailure;
    private int open;
    private long answered;
    private boolean taking;

    Sweep(MadTransactor mad, Consumer<DiscoveryProgress> listener) {
        this.mad = mad;
        this.listener = listener;
        this.datagramsBefore = mad.datagramsSent();
    }

    abstract void begin();

    /** Called when no request is outstanding. Requests sent here continue the reading. */
    void idle() {}

    /** Returns the subnet, or null if the start did not respond. */
    abstract @Nullable Subnet build(long datagrams);

    int nodes() {
        return subnet.nodeCount();
    }

    abstract int links();

    final CompletableFuture<Subnet> start() {
        arrived(() -> {
            open++;
            begin();
            ended();
        });
        return result;
    }

    final synchronized long progress() {
        return answered;
    }

    final boolean isDone() {
        return result.isDone();
    }

    final void fail(RdmaException failure) {
        lastFailure = failure;
        subnet.fail(failure);
    }

    /** Returns a handler for which no response is a failure of the subnet. */
    final Consumer<RdmaException> failing(Supplier<String> purpose) {
        return failure -> fail(failure.during(purpose.get()));
    }

    final <T extends Structure & SubnGet> void ask(
            Class<T> type, Path path, int modifier, Consumer<T> next, Consumer<RdmaException> otherwise) {
        await(mad.async().subnGet(type, path, modifier), next, otherwise);
    }

    final <T> void await(CompletableFuture<T> answer, Consumer<T> next, Consumer<RdmaException> otherwise) {
        open++;
        CompletableFuture<?> unused =
                answer.whenComplete((value, failure) -> arrived(() -> took(value, failure, next, otherwise)));
    }

    /**
     * Queues a response. Responses are handled in the order of their arrival, never within the code that sent the
     * request: otherwise an immediate response would send its requests before those to nearer nodes.
     */
    private synchronized void arrived(Runnable answer) {
        arrivals.add(answer);
        if (taking) {
            return;
        }
        taking = true;
        try {
            for (Runnable next = arrivals.poll(); next != null; next = arrivals.poll()) {
                next.run();
            }
        } finally {
            taking = false;
        }
    }

    private <T> void took(
            @Nullable T value, @Nullable Throwable failure, Consumer<T> next, Consumer<RdmaException> otherwise) {
        answered++;
        if (!result.isDone()) {
            try {
                if (value != null) {
                    next.accept(value);
                } else {
                    otherwise.accept(FutureErrors.cause(Objects.requireNonNull(failure)));
                }
                reportProgress();
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        }
        ended();
    }

    /** Decrements the number of open requests after the response was handled, which may send more. */
    private void ended() {
        open--;
        if (open == 0 && !result.isDone()) {
            idle();
        }
        if (open == 0 && !result.isDone()) {
            finish();
        }
    }

    private void reportProgress() {
        // Without the equals method of the record, which would take at least 20 ms at its first use.
        if (nodes() != told.nodes() || links() != told.links() || subnet.failureCount() != told.failures()) {
            told = new DiscoveryProgress(nodes(), links(), subnet.failureCount());
            listener.accept(told);
        }
    }

    private void finish() {
        try {
            Subnet built = build(mad.datagramsSent() - datagramsBefore);
            if (built != null) {
                result.complete(built);
            } else {
                RdmaException silent = new RdmaException("the start of the discovery does not respond");
                result.completeExceptionally(lastFailure == null ? silent : lastFailure);
            }
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }
}
