package io.verbena.verbs;

import static java.util.Objects.requireNonNull;

import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.VerbsDriver;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A completion queue, which reports the completions of requests (IBA 10.10; ibv_create_cq(3)). Several threads may poll it, or wait
 * for it if it has a channel, each with a batch of its own.
 */
public final class CompletionQueue extends QueueObject {
    private final @Nullable CompletionChannel channel;
    private final long cookie;

    /** The mask of the fields of an extended queue, negative if this process cannot read the queue; 0 for other queues. */
    private final long fields;

    /** The errno of a poll that also returned completions, which the next poll throws; 0 for none. */
    private volatile int failure;

    /** The events; null without a channel. */
    private final CompletionChannel.@Nullable QueueEvents events;

    private final YieldPolicy yieldPolicy = new YieldPolicy();

    private CompletionQueue(
            List<VerbsObject> owners, @Nullable CompletionChannel channel, long handle, long cookie, long fields) {
        super(Rank.COMPLETION_QUEUE, owners, handle, VerbsDriver::destroyCompletionQueue);
        this.channel = channel;
        this.cookie = cookie;
        this.fields = fields;
        this.events = channel == null ? null : channel.opened();
    }

    /** Creates a queue of a device, or of a parent domain with a handle that is not 0. */
    static CompletionQueue create(
            VerbsObject owner,
            long domain,
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            CompletionQueueFlag... use) {
        Set<CompletionField> told = fields.isEmpty() ? Set.of() : EnumSet.copyOf(fields);
        VerbsDriver queues = owner.driver;
        return create(owner, channel, WireEnum.bitsOf(told), cookie -> {
            long channelHandle = handleOf(channel);
            return told.isEmpty() && use.length == 0 && domain == 0
                    ? queues.createCompletionQueue(entries, cookie, channelHandle, vector)
                    : queues.createExtendedCompletionQueue(
                            entries, cookie, channelHandle, vector, told, Set.of(use), domain);
        });
    }

    /** Creates a queue by an operation that takes its cookie. */
    static CompletionQueue create(
            VerbsObject owner, @Nullable CompletionChannel channel, long fields, LongUnaryOperator creation) {
        List<VerbsObject> owners = present(owner, channel);
        owners.forEach(owner::requireSameDevice);
        return holding(
                owners,
                () -> owner.openDevice.cookies.give(
                        cookie -> new CompletionQueue(owners, channel, creation.applyAsLong(cookie), cookie, fields)));
    }

    /** Returns the capacity. More completions overrun the queue, which then fails. */
    public int entries() {
        return using(() -> driver.completionQueueEntries(handle()));
    }

    /** Returns memory for the completions of a {@link #poll}. */
    public CompletionBatch batch(int size) {
        return new CompletionBatch(driver, size, fields == 0 ? CompletionRecord.SIZE : CompletionRecord.EXTENDED_SIZE);
    }

    /**
     * Moves completions from this queue to a batch without waiting. Does not allocate.
     *
     * @return the number of completions; 0 if the queue is empty
     * @throws io.verbena.error.SysException if the device cannot read the queue, after the completions before the error have
     *     been returned (errno of {@code ibv_start_poll}; EIO where the driver gives no reason)
     * @throws IllegalStateException if this queue is in memory that this process has not mapped
     */
    public int poll(CompletionBatch batch) {
        int count = fields == 0 ? pollOrdinary(batch) : pollExtended(batch);
        batch.taken(Math.max(0, count));
        yieldPolicy.found(count);
        return check("ibv_poll_cq", count);
    }

    private int pollOrdinary(CompletionBatch batch) {
        enterData();
        try {
            return driver.poll(dataHandle, batch.memory, batch.capacity());
        } finally {
            exitData();
        }
    }

    private int pollExtended(CompletionBatch batch) {
        if (fields < 0) {
            throw new IllegalStateException(
                    this + " is in memory that this process has not mapped; create it with the address of the mapping");
        }
        int earlier = failure;
        if (earlier != 0) {
            failure = 0;
            return -earlier;
        }
        long outcome;
        enter();
        try {
            outcome = driver.pollExtended(handle(), fields, batch.memory, batch.capacity());
        } finally {
            exit();
        }
        int count = DataPath.posted(outcome);
        int errno = DataPath.errno(outcome);
        if (errno != 0 && count > 0) {
            failure = errno;
            return count;
        }
        return errno == 0 ? count : -errno;
    }

    /**
     * Moves completions from this queue to a batch, and waits for the first one. A thread that finds no completion yields the
     * processor before it blocks, see {@link #tryYield}.
     *
     * @return the number of completions; 0 after the timeout
     * @throws IllegalStateException if this queue has no channel
     * @throws ClosedObjectException if this queue is closed while the thread waits
     */
    public int await(CompletionBatch batch, Duration timeout) {
        return await(batch, Deadline.in(timeout));
    }

    /** Moves completions from this queue to a batch, and waits for the first one until a deadline. */
    public int await(CompletionBatch batch, Deadline deadline) {
        requireChannel();
        int count = poll(batch);
        while (count == 0 && tryYield()) {
            count = poll(batch);
        }
        while (count == 0) {
            long seen = events();
            requestNotification(false);
            count = poll(batch);
            if (count == 0) {
                boolean over = !awaitNotification(seen, deadline);
                count = poll(batch);
                if (over) {
                    return count;
                }
            }
        }
        return count;
    }

    /**
     * Requests one event on the channel for the next completion, or for the next solicited or failed one. Completions that are in
     * the queue already generate no event, so poll again before you wait.
     */
    public void requestNotification(boolean solicitedOnly) {
        enter();
        try {
            int answer = driver.requestNotification(handle(), solicitedOnly);
            check("ibv_req_notify_cq", answer);
        } finally {
            exit();
        }
    }

    /**
     * Waits for a requested event.
     *
     * @param seen the {@link #events} that the caller has handled
     * @return whether there was an event; false after the timeout
     * @throws IllegalStateException if this queue has no channel
     */
    public boolean awaitNotification(long seen, Duration timeout) {
        return awaitNotification(seen, Deadline.in(timeout));
    }

    /** Waits for a requested event until a deadline, and returns false after it. */
    public boolean awaitNotification(long seen, Deadline deadline) {
        CompletionChannel.QueueEvents announced = requireChannel();
        return requireNonNull(channel).await(this, announced, seen, deadline);
    }

    /**
     * Calls {@code sched_yield} if yielding has recently paid off. Poll again after it returns true; otherwise request a
     * notification, which is more expensive.
     *
     * @return whether the thread has yielded
     */
    public boolean tryYield() {
        enter();
        try {
            if (!yieldPolicy.isDue()) {
                return false;
            }
            driver.yieldProcessor();
            return true;
        } finally {
            exit();
        }
    }

    /** Returns the number of events. An event after this call ends {@link #awaitNotification}. */
    public long events() {
        return events == null ? 0 : events.count();
    }

    /**
     * Ends {@link #awaitNotification} as an event does, for threads that wait and for threads that have read {@link #events}
     * before. May be called by any thread.
     */
    public void wakeUp() {
        CompletionChannel.QueueEvents announced = requireChannel();
        enter();
        try {
            announced.add();
        } finally {
            exit();
        }
    }

    private CompletionChannel.QueueEvents requireChannel() {
        if (events == null) {
            throw new IllegalStateException(this + " has no channel to wait on; create it with a channel, or poll");
        }
        return events;
    }

    /**
     * Changes the capacity.
     *
     * @throws io.verbena.error.SysException if the queue has more completions, or the device does not support it
     */
    public void resize(int entries) {
        using(() -> driver.resizeCompletionQueue(handle(), entries));
    }

    /** Delays events until a number of completions, or until a time in microseconds after the first completion. */
    public void moderate(int completions, int micros) {
        using(() -> driver.moderateCompletionQueue(handle(), completions, micros));
    }

    @Override
    void announced() {
        requireNonNull(events).take(1);
    }

    /** Wakes the threads that wait in the channel, which then find that this queue has ended. */
    @Override
    void wakeWaiters() {
        if (channel != null) {
            channel.ended();
        }
    }

    @Override
    void destroyed() {
        openDevice.cookies.release(cookie);
        if (channel != null) {
            channel.closed();
        }
    }
}
