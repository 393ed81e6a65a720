package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the subnet. Every answer asks the next questions; the reading is over when none is open.
 *
 * <p>All methods but {@link #start} and {@link #progress} are for what runs when an answer is taken, which is one at a time.
 */
abstract class Sweep {
    /** What the answers have told so far. */
    final SubnetBuilder subnet = new SubnetBuilder();

    private final MadTransactor mad;
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

    /** Asks the first questions. */
    abstract void begin();

    /** No question is open; what is asked here goes on with the reading. */
    void idle() {}

    /** The subnet, or null if nobody answered where the reading began. */
    abstract @Nullable Subnet build(long datagrams);

    /** How many nodes were found. */
    int nodes() {
        return subnet.nodeCount();
    }

    /** How many links were found. */
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

    final MadTransactor mad() {
        return mad;
    }

    final boolean isDone() {
        return result.isDone();
    }

    /** Something could not be learned. */
    final void fail(RdmaException failure) {
        lastFailure = failure;
        subnet.fail(failure);
    }

    /** Asks, and takes the answer; where there is none, that is a failure of the subnet. */
    final <T extends Structure & SubnGet> void ask(
            Class<T> type, Path path, int modifier, Supplier<String> purpose, Consumer<T> next) {
        ask(type, path, modifier, next, failure -> fail(failure.during(purpose.get())));
    }

    /** Asks, and takes the answer or why there is none. */
    final <T extends Structure & SubnGet> void ask(
            Class<T> type, Path path, int modifier, Consumer<T> next, Consumer<RdmaException> otherwise) {
        await(mad.async().subnGet(type, path, modifier), next, otherwise);
    }

    /** Takes what a future brings. */
    final <T> void await(CompletableFuture<T> answer, Consumer<T> next, Consumer<RdmaException> otherwise) {
        open++;
        CompletableFuture<?> unused =
                answer.whenComplete((value, failure) -> arrived(() -> took(value, failure, next, otherwise)));
    }

    /**
     * Takes answers one after the other, as they came. One that is there before it is waited for arrives in the middle of
     * what asked for it; taken there and then, it would lead on to its own questions before those of nearer nodes.
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
                    otherwise.accept(asRdmaException(failure));
                }
                tell();
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        }
        ended();
    }

    /** Counted down last: an answer may ask anew. */
    private void ended() {
        open--;
        if (open == 0 && !result.isDone()) {
            idle();
        }
        if (open == 0 && !result.isDone()) {
            finish();
        }
    }

    private void tell() {
        DiscoveryProgress now = new DiscoveryProgress(nodes(), links(), subnet.failureCount());
        if (now.nodes() != told.nodes() || now.links() != told.links() || now.failures() != told.failures()) {
            told = now;
            listener.accept(now);
        }
    }

    private static RdmaException asRdmaException(@Nullable Throwable failure) {
        Throwable reason = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
        return reason instanceof RdmaException known ? known : new RdmaException(String.valueOf(reason), reason);
    }

    private void finish() {
        try {
            Subnet built = build(mad.datagramsSent() - datagramsBefore);
            if (built != null) {
                result.complete(built);
            } else {
                result.completeExceptionally(
                        lastFailure != null
                                ? lastFailure
                                : new RdmaException("nobody answered where the discovery begins"));
            }
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }
}
