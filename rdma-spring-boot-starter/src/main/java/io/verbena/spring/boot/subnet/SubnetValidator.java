package io.verbena.spring.boot.subnet;

import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.ValidationProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the tables that the checks need, runs the checks, and keeps the last result. One thread validates at a time.
 * Instances are thread-safe.
 */
final class SubnetValidator {
    private static final Logger LOG = LoggerFactory.getLogger(SubnetValidator.class);

    private final ValidationProperties properties;
    private final SubnetReader reader;
    private final Supplier<ValidationOptions> options;
    private final Consumer<Consumer<SubnetListener>> listeners;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicBoolean pending = new AtomicBoolean();
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile @Nullable SubnetValidation latest;
    private volatile @Nullable RdmaException lastFailure;
    private volatile long lastStart;
    private volatile @Nullable ExecutorService thread;

    SubnetValidator(
            ValidationProperties properties,
            SubnetReader reader,
            Supplier<ValidationOptions> options,
            Consumer<Consumer<SubnetListener>> listeners) {
        this.properties = properties;
        this.reader = reader;
        this.options = options;
        this.listeners = listeners;
    }

    @Nullable SubnetValidation latest() {
        return latest;
    }

    @Nullable RdmaException lastFailure() {
        return lastFailure;
    }

    long runs() {
        return runs.get();
    }

    long failures() {
        return failures.get();
    }

    SubnetValidation run(SubnetSnapshot snapshot, Duration wait) {
        takeTurn(wait);
        try {
            long start = System.nanoTime();
            lastStart = start;
            SubnetValidation before = latest;
            FabricValidation validation = new FabricValidation(options.get());
            FabricState state = reader.sweep(snapshot.subnet())
                    .pause(properties.counterPause())
                    .read(validation.needs());
            ValidationReport report = validation.run(state);
            SubnetValidation after = new SubnetValidation(
                    report, Clock.systemUTC().instant(), Duration.ofNanos(System.nanoTime() - start));
            latest = after;
            lastFailure = null;
            runs.incrementAndGet();
            listeners.accept(listener -> listener.validated(before, after));
            return after;
        } catch (RdmaException e) {
            lastFailure = e;
            failures.incrementAndGet();
            runs.incrementAndGet();
            listeners.accept(listener -> listener.validationFailed(e));
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private void takeTurn(Duration wait) {
        try {
            if (!turn.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new RdmaException("the fabric was not validated within " + wait.toMillis()
                        + " ms: another validation is in progress");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the wait for the validation was interrupted", e);
        }
    }

    /** Starts the thread for validations at intervals, if they are enabled. */
    synchronized void start() {
        if (properties.enabled() && thread == null) {
            thread = RefreshThread.daemon("verbena-validation");
        }
    }

    /** Validates a reading on the thread of this validator, unless a validation is in progress or not due yet. */
    void runIfDue(SubnetSnapshot snapshot) {
        ExecutorService running = thread;
        boolean due = runs.get() == 0
                || System.nanoTime() - lastStart >= properties.interval().toNanos();
        if (running == null || !due || !pending.compareAndSet(false, true)) {
            return;
        }
        try {
            Future<?> unused = running.submit(() -> runQuietly(snapshot));
        } catch (RejectedExecutionException e) {
            // The thread was stopped in the meantime.
            pending.set(false);
        }
    }

    /** Validates a reading, and logs when validations start to fail and when they succeed again. */
    private void runQuietly(SubnetSnapshot snapshot) {
        RdmaException before = lastFailure;
        try {
            run(snapshot, properties.interval());
            if (before != null) {
                LOG.info("The fabric can be validated again");
            }
        } catch (RdmaException e) {
            if (thread != null
                    && (before == null || !String.valueOf(before.getMessage()).equals(e.getMessage()))) {
                LOG.warn("The fabric could not be validated: {}", e.getMessage());
            }
        } catch (RuntimeException e) {
            LOG.error("A check of the fabric failed", e);
        } finally {
            pending.set(false);
        }
    }

    /** Stops the thread, and waits until a validation in progress is interrupted. */
    void stop() {
        ExecutorService running;
        synchronized (this) {
            running = thread;
            thread = null;
        }
        if (running != null) {
            RefreshThread.end(running);
            pending.set(false);
        }
    }
}
