package io.verbena.sa;

import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches the end port and renews its registrations with the subnet administration. Its thread runs while there are
 * registrations.
 */
final class Keeper implements AutoCloseable {
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
                Thread thread =
                        new Thread(task, "verbena-sa-" + administration.mad().endPort());
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

    /** Renews all registrations. */
    CompletableFuture<Void> renewAll() {
        List<SaRegistration> all;
        synchronized (this) {
            all = List.copyOf(kept);
        }
        return CompletableFuture.allOf(
                all.stream().map(SaRegistration::renewAsync).toArray(CompletableFuture[]::new));
    }

    <A> A await(CompletableFuture<A> future, String what) {
        return administration.await(future, what);
    }

    /** Closes all registrations, the most recent first. */
    @Override
    public void close() {
        List<SaRegistration> all;
        synchronized (this) {
            all = List.copyOf(kept);
        }
        RdmaException first = null;
        for (int i = all.size() - 1; i >= 0; i--) {
            try {
                all.get(i).close();
            } catch (RdmaException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
