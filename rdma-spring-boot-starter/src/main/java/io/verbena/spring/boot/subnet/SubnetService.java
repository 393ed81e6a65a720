package io.verbena.spring.boot.subnet;

import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.SubnetProperties;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The subnet, as it was read last, and reading it again. With {@code rdma.subnet.enabled} it is read at the start and then at
 * each interval, on one thread; without, whenever somebody asks for it, and there is no thread. Safe for use by several
 * threads; one of them reads at a time.
 */
public final class SubnetService implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(SubnetService.class);

    private final SubnetProperties properties;
    private final SubnetReader reader;
    private final Supplier<List<SubnetListener>> listeners;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong refreshes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile @Nullable SubnetSnapshot latest;
    private volatile @Nullable RdmaException lastFailure;
    private @Nullable RefreshThread thread;

    SubnetService(SubnetProperties properties, SubnetReader reader, Supplier<List<SubnetListener>> listeners) {
        this.properties = properties;
        this.reader = reader;
        this.listeners = listeners;
    }

    /** What was read last; empty before the first reading has ended. */
    public Optional<SubnetSnapshot> latest() {
        return Optional.ofNullable(latest);
    }

    /** Why the last reading failed; empty if it did not, or there was none. What was read before it stays. */
    public Optional<RdmaException> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    /** How many readings there were, those that failed included. */
    public long refreshes() {
        return refreshes.get();
    }

    /** How many readings failed. */
    public long failures() {
        return failures.get();
    }

    /** Reads the subnet within the time of {@code rdma.subnet.deadline}; see {@link #refresh(Duration)}. */
    public SubnetSnapshot refresh() {
        return refresh(properties.deadline());
    }

    /**
     * Reads the subnet now and waits for it, also for a reading that is under way. Who listens has been told when this
     * returns.
     *
     * @param deadline how long that may take
     * @throws RdmaException if the end port does not answer, the time is over, the thread is interrupted, or this process
     *     may not send management datagrams; what was read before stays
     */
    public SubnetSnapshot refresh(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        takeTurn(deadline);
        try {
            SubnetSnapshot before = latest;
            SubnetSnapshot after = reader.read(before, end, deadline);
            latest = after;
            lastFailure = null;
            refreshes.incrementAndGet();
            tell(listener -> listener.refreshed(before, after));
            return after;
        } catch (RdmaException e) {
            lastFailure = e;
            failures.incrementAndGet();
            refreshes.incrementAndGet();
            tell(listener -> listener.failed(e));
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private void takeTurn(Duration deadline) {
        try {
            if (!turn.tryLock(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new RdmaException(
                        "the subnet was not read within " + deadline.toMillis() + " ms: another reading is under way");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the wait for the subnet was interrupted", e);
        }
    }

    /** One that fails keeps nobody else from being told. */
    private void tell(Consumer<SubnetListener> news) {
        for (SubnetListener listener : listeners.get()) {
            try {
                news.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("{} failed: {}", listener, e.toString());
            }
        }
    }

    /** Has the next reading begin at once, if the subnet is read at intervals; does not wait for it. */
    public void hasten() {
        RefreshThread running = running();
        if (running != null) {
            running.hasten();
        }
    }

    /** Begins to read at intervals. */
    @Override
    public synchronized void start() {
        if (thread == null) {
            thread = new RefreshThread(this::refreshQuietly, properties.interval());
            reader.subscribe(properties.notices() ? this::hasten : null);
        }
    }

    /** Ends it, and waits for a reading that is under way to be interrupted. */
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

    /** Says once why it does not work, and once that it works again. */
    private void refreshQuietly() {
        RdmaException before = lastFailure;
        try {
            refresh();
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
