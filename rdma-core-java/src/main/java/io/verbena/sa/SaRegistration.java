package io.verbena.sa;

import io.verbena.error.ClosingFailures;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A registration of the end port with the subnet administration. It is renewed before it expires, and whenever the LID
 * or the subnet manager of the end port changes; a failed renewal is retried. Closing it withdraws the registration.
 * Safe for use by several threads.
 */
public abstract class SaRegistration implements AutoCloseable {
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

    /** Registers with the subnet administration, which may have this registration already. */
    abstract CompletableFuture<?> register();

    /** Withdraws the registration. */
    abstract CompletableFuture<?> unregister();

    /** Registers for the first time. The registration is kept only if that succeeds. */
    final CompletableFuture<SaRegistration> open() {
        return inTurn().whenComplete((done, error) -> {
            if (error == null) {
                keeper.add(this);
            }
        });
    }

    /** Returns why the last renewal failed; empty if it succeeded. */
    public final Optional<RdmaException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Renews if that is due, or if the subnet administration may have lost the registration. */
    final void look(boolean forgotten) {
        if (forgotten || failure != null || System.nanoTime() - renewed > renewalNanos) {
            var unused = renewAsync();
        }
    }

    /**
     * Renews the registration, for example after the subnet manager has requested it.
     *
     * @return a future that completes when the subnet administration has responded; it never fails, see {@link
     *     #failure}
     */
    public final CompletableFuture<SaRegistration> renewAsync() {
        return inTurn().exceptionally(error -> this);
    }

    /** Registers after the previous registration has completed, and not after the close. */
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
     * Withdraws the registration and waits for the response. Closing twice has no effect.
     *
     * @throws RdmaException if the registration could not be withdrawn; it is not renewed in any case
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

    /** Called after the registration was closed. */
    void closed() {}

    @Override
    public final String toString() {
        return name;
    }

    /**
     * Watches the end port and renews its registrations with the subnet administration. Its thread runs while there are
     * registrations.
     */
    static final class Keeper implements AutoCloseable {
        private final AdministrationAccess administration;
        private final long period;
        private final Set<SaRegistration> kept = new LinkedHashSet<>();
        private @Nullable ScheduledExecutorService timer;
        private @Nullable ScheduledFuture<?> looking;
        private @Nullable LocalPort last;

        Keeper(AdministrationAccess administration, Duration period) {
            this.administration = administration;
            this.period = period.toNanos();
        }

        synchronized void add(SaRegistration registration) {
            kept.add(registration);
            if (timer == null) {
                last = administration.port();
                timer = Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread thread = new Thread(task, "verbena-sa-" + administration.mad.endPort());
                    thread.setDaemon(true);
                    return thread;
                });
                looking = timer.scheduleWithFixedDelay(this::look, period, period, TimeUnit.NANOSECONDS);
            }
        }

        synchronized void remove(SaRegistration registration) {
            kept.remove(registration);
            if (kept.isEmpty() && timer != null && looking != null) {
                looking.cancel(false);
                timer.shutdown();
                timer = null;
            }
        }

        private void look() {
            LocalPort now;
            try {
                now = administration.look();
            } catch (RdmaException e) {
                // The device may return; each registration reports that it could not be renewed.
                return;
            }
            boolean forgotten;
            List<SaRegistration> all;
            synchronized (this) {
                forgotten = !now.equals(last);
                last = now;
                all = List.copyOf(kept);
            }
            if (now.hasSubnetManager()) {
                all.forEach(registration -> registration.look(forgotten));
            }
        }

        CompletableFuture<Void> renewAll() {
            return CompletableFuture.allOf(
                    all().stream().map(SaRegistration::renewAsync).toArray(CompletableFuture[]::new));
        }

        private synchronized List<SaRegistration> all() {
            return new ArrayList<>(kept);
        }

        <A> A await(CompletableFuture<A> future, String what) {
            return administration.await(future, what);
        }

        /** Closes all registrations, the most recent first. */
        @Override
        public void close() {
            List<SaRegistration> latestFirst = all();
            Collections.reverse(latestFirst);
            ClosingFailures failures = new ClosingFailures();
            failures.closeAll(latestFirst);
            failures.rethrow();
        }
    }
}
