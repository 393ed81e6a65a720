package io.verbena.spring.boot.subnet;

import io.verbena.diag.validate.ValidationOptions;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.SubnetProperties;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the subnet and keeps the last reading. If {@code rdma.subnet.enabled} is set, one thread reads the subnet at
 * startup and at each interval; otherwise the subnet is read on request. If {@code rdma.subnet.validation.enabled} is
 * set as well, a second thread validates readings. One thread reads at a time. Instances are thread-safe.
 */
public final class SubnetService implements SmartLifecycle {
    /** Maximum number of callers that wait for the first reading. */
    static final int MAX_WAITING = 8;

    private static final Logger LOG = LoggerFactory.getLogger(SubnetService.class);

    private final SubnetProperties properties;
    private final SubnetReader reader;
    private final Supplier<List<SubnetListener>> listeners;
    private final SubnetValidator validator;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong refreshes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile @Nullable SubnetSnapshot latest;
    private volatile @Nullable RdmaException lastFailure;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable Attempt last;
    private @Nullable RefreshThread thread;

    private record Attempt(
            long end,
            @Nullable SubnetSnapshot snapshot,
            @Nullable RdmaException failure) {
        SubnetSnapshot get() {
            if (snapshot == null) {
                throw new RdmaException(
                        "the subnet could not be read: " + (failure == null ? "" : failure.getMessage()), failure);
            }
            return snapshot;
        }
    }

    SubnetService(
            SubnetProperties properties,
            SubnetReader reader,
            Supplier<ValidationOptions> checks,
            Supplier<List<SubnetListener>> listeners) {
        this.properties = properties;
        this.reader = reader;
        this.listeners = listeners;
        this.validator = new SubnetValidator(properties.validation(), reader, checks, this::notifyListeners);
    }

    /** Returns the last reading; empty before the first one has ended. */
    public Optional<SubnetSnapshot> latest() {
        return Optional.ofNullable(latest);
    }

    /**
     * Returns the reason why the last reading failed; empty if it succeeded or there was none. The previous reading
     * remains available.
     */
    public Optional<RdmaException> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    /** Returns the number of readings, including failed ones. */
    public long refreshes() {
        return refreshes.get();
    }

    /** Returns the number of failed readings. */
    public long failures() {
        return failures.get();
    }

    /** Reads the subnet within {@code rdma.subnet.deadline}; see {@link #refresh(Duration)}. */
    public SubnetSnapshot refresh() {
        return refresh(properties.deadline());
    }

    /**
     * Reads the subnet now, after a reading in progress has ended. The listeners have been called when this method
     * returns.
     *
     * @param deadline the maximum duration
     * @throws RdmaException if the end port does not respond, the deadline has passed, the thread was interrupted, or
     *     the process may not send management datagrams; the previous reading remains available
     */
    public SubnetSnapshot refresh(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        takeTurn(deadline);
        try {
            SubnetSnapshot before = latest;
            SubnetSnapshot after = reader.read(before, end, deadline);
            latest = after;
            last = new Attempt(System.nanoTime(), after, null);
            lastFailure = null;
            refreshes.incrementAndGet();
            notifyListeners(listener -> listener.refreshed(before, after));
            return after;
        } catch (RdmaException e) {
            last = new Attempt(System.nanoTime(), null, e);
            lastFailure = e;
            failures.incrementAndGet();
            refreshes.incrementAndGet();
            notifyListeners(listener -> listener.failed(e));
            throw e;
        } finally {
            turn.unlock();
        }
    }

    /**
     * Returns a reading that is at most {@code maxAge} old, and reads the subnet if there is none. The subnet is read
     * at most once per {@code maxAge}, including failed readings, regardless of the number of callers. During a
     * reading, other callers get the previous one; before the first reading has ended, at most {@value #MAX_WAITING}
     * callers wait.
     *
     * @param maxAge the maximum age
     * @throws RdmaException if the reading fails, if the last one failed at most {@code maxAge} ago, or if too many
     *     callers wait
     */
    public SubnetSnapshot recent(Duration maxAge) {
        SubnetSnapshot known = known(maxAge);
        if (known != null) {
            return known;
        }
        SubnetSnapshot older = latest;
        if (!turn.tryLock()) {
            if (older != null) {
                return older;
            }
            awaitTurn();
        }
        try {
            SubnetSnapshot other = known(maxAge);
            return other == null ? refresh() : other;
        } finally {
            turn.unlock();
        }
    }

    private @Nullable SubnetSnapshot known(Duration maxAge) {
        Attempt attempt = last;
        return attempt != null && System.nanoTime() - attempt.end() <= maxAge.toNanos() ? attempt.get() : null;
    }

    private void awaitTurn() {
        try {
            if (waiting.incrementAndGet() > MAX_WAITING) {
                throw new RdmaException("the subnet is being read, and " + MAX_WAITING
                        + " callers wait for that already; try again later");
            }
            takeTurn(properties.deadline());
        } finally {
            waiting.decrementAndGet();
        }
    }

    private void takeTurn(Duration deadline) {
        try {
            if (!turn.tryLock(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new RdmaException("the subnet was not read within " + deadline.toMillis()
                        + " ms: another reading is in progress");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the wait for the subnet was interrupted", e);
        }
    }

    /** Calls the listeners. A listener that fails does not affect the others. */
    private void notifyListeners(Consumer<SubnetListener> call) {
        for (SubnetListener listener : listeners.get()) {
            try {
                call.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("{} failed: {}", listener, e.toString());
            }
        }
    }

    /**
     * Reads the subnet and runs the checks of {@code rdma.subnet.validation} now, after a validation in progress has
     * ended. The listeners have been called when this method returns.
     *
     * @throws RdmaException if the subnet or its tables cannot be read, if a validation in progress does not end within
     *     {@code rdma.subnet.deadline}, or if the thread was interrupted; the previous validation remains available
     */
    public SubnetValidation validate() {
        return validator.run(refresh(), properties.deadline());
    }

    /** Returns the last validation; empty before the first one has ended. */
    public Optional<SubnetValidation> lastValidation() {
        return Optional.ofNullable(validator.latest());
    }

    /**
     * Returns the reason why the last validation failed; empty if it succeeded or there was none. The previous
     * validation remains available.
     */
    public Optional<RdmaException> lastValidationFailure() {
        return Optional.ofNullable(validator.lastFailure());
    }

    /** Returns the number of validations, including failed ones. */
    public long validations() {
        return validator.runs();
    }

    /** Returns the number of failed validations. */
    public long failedValidations() {
        return validator.failures();
    }

    /** Starts the next reading immediately if the subnet is read at intervals. Does not wait for it. */
    public void hasten() {
        RefreshThread running = running();
        if (running != null) {
            running.hasten();
        }
    }

    /** Starts reading at intervals. */
    @Override
    public synchronized void start() {
        if (thread == null) {
            validator.start();
            thread = new RefreshThread(this::refreshQuietly, properties.interval());
            reader.subscribe(properties.notices() ? this::hasten : null);
        }
    }

    /** Stops reading, and waits until a reading in progress is interrupted. */
    @Override
    public void stop() {
        RefreshThread running;
        synchronized (this) {
            running = thread;
            thread = null;
        }
        reader.subscribe(null);
        if (running != null) {
            running.close();
        }
        validator.stop();
    }

    private synchronized @Nullable RefreshThread running() {
        return thread;
    }

    @Override
    public boolean isRunning() {
        return running() != null;
    }

    @Override
    public boolean isAutoStartup() {
        return properties.enabled();
    }

    /** Reads the subnet, and logs when readings start to fail and when they succeed again. */
    private void refreshQuietly() {
        RdmaException before = lastFailure;
        try {
            SubnetSnapshot snapshot = refresh();
            validator.runIfDue(snapshot);
            if (before != null) {
                LOG.info("The subnet can be read again");
            }
        } catch (RdmaException e) {
            if (running() != null
                    && (before == null || !String.valueOf(before.getMessage()).equals(e.getMessage()))) {
                LOG.warn("The subnet could not be read: {}", e.getMessage());
            }
        }
    }
}
