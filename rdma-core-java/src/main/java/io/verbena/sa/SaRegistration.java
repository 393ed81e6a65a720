package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Something that the subnet administration keeps for the end port until this is closed. It is renewed before its time is
 * over, and at once when the end port gets another LID or subnet manager; a renewal that fails is tried again with the next
 * look at the end port. Safe for use by several threads.
 */
public abstract sealed class SaRegistration implements AutoCloseable
        permits ServiceRegistration, MulticastMembership, NoticeSubscription {
    private final Keeper keeper;
    private final long renewalNanos;
    private final String name;
    private CompletableFuture<?> last = CompletableFuture.completedFuture("nothing before it");
    private boolean closed;
    private volatile long renewed;
    private volatile @Nullable RdmaException failure;

    SaRegistration(Keeper keeper, Duration renewal, String name) {
        this.keeper = keeper;
        this.renewalNanos = renewal.toNanos();
        this.name = name;
    }

    /** Tells the subnet administration, which may know it already. */
    abstract CompletableFuture<?> register();

    /** Tells it that it is over. */
    abstract CompletableFuture<?> unregister();

    /** Registers for the first time; fails as {@link #register} does, and is then not kept. */
    final CompletableFuture<SaRegistration> open() {
        return inTurn().whenComplete((done, error) -> {
            if (error == null) {
                keeper.add(this);
            }
        });
    }

    /** Why the last renewal failed; empty while the subnet administration is known to have this. */
    public final Optional<RdmaException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Renews if it is time to, or if the subnet administration may have forgotten it. */
    final void look(boolean forgotten) {
        if (forgotten || failure != null || System.nanoTime() - renewed > renewalNanos) {
            var unused = renew();
        }
    }

    /**
     * Registers once more, as after a subnet manager has asked the clients of a port to.
     *
     * @return a future that is done when the subnet administration has answered; it never fails, see {@link #failure}
     */
    public final CompletableFuture<SaRegistration> renew() {
        return inTurn().exceptionally(error -> this);
    }

    /** One registration at a time, and none behind the end. */
    private synchronized CompletableFuture<SaRegistration> inTurn() {
        if (closed) {
            return CompletableFuture.completedFuture(this);
        }
        renewed = System.nanoTime();
        CompletableFuture<SaRegistration> next = last.handle((before, error) -> this)
                .thenCompose(registration -> registration.register())
                .handle(this::registered);
        last = next;
        return next;
    }

    private SaRegistration registered(@Nullable Object answer, @Nullable Throwable error) {
        RdmaException problem = error == null ? null : FutureErrors.cause(error);
        failure = problem;
        if (problem != null) {
            throw problem;
        }
        return this;
    }

    /**
     * Takes it back, and waits until the subnet administration has answered. A second close does nothing.
     *
     * @throws RdmaException if it cannot be taken back; nothing renews it any more all the same
     */
    @Override
    public final void close() {
        CompletableFuture<?> before;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            before = last;
        }
        keeper.remove(this);
        try {
            keeper.await(
                    before.handle((answer, error) -> this).thenCompose(registration -> registration.unregister()),
                    "the end of " + name);
        } finally {
            closed();
        }
    }

    /** After the end. */
    void closed() {}

    @Override
    public final String toString() {
        return name;
    }
}
