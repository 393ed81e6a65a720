package io.verbena.verbs;

import static java.util.Objects.requireNonNull;

import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.VerbsDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Where requests end (IBA 10.10). It is polled, or waited for where it has a channel; several threads may do so, each with
 * a batch of its own.
 */
public final class CompletionQueue extends VerbsObject {
    private final Context context;
    private final @Nullable CompletionChannel channel;
    private final long handle;
    private final long cookie;

    /** The bits of what an extended queue tells; 0 for any other queue. */
    private final long fields;

    /** The errno that ended a poll behind completions, which the next poll throws; 0 for none. */
    private volatile int failure;

    /** How often the channel told of this. */
    private final AtomicLong events = new AtomicLong();

    /** Null without a channel; this and the next two are guarded by the lock of the channel. */
    private final @Nullable Condition told;

    /** Number of threads that wait while another thread polls. */
    private int waiting;

    /** Index in the channel's list of queues that threads wait for. */
    private int place;

    private final GivingWay givingWay = new GivingWay();

    private CompletionQueue(
            Context context,
            List<VerbsObject> owners,
            @Nullable CompletionChannel channel,
            long handle,
            long cookie,
            Set<CompletionField> fields) {
        super(owners);
        this.context = context;
        this.channel = channel;
        this.handle = handle;
        this.cookie = cookie;
        this.fields = WireEnum.bitsOf(fields);
        this.told = channel == null ? null : channel.newCondition();
        if (channel != null) {
            channel.opened();
        }
    }

    static CompletionQueue create(
            Context context,
            @Nullable ProtectionDomain domain,
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            CompletionQueueFlag... use) {
        if (channel != null && channel.context() != context) {
            throw new IllegalArgumentException(channel + " is of another device than " + context);
        }
        List<VerbsObject> owners = new ArrayList<>(List.of(domain == null ? context : domain));
        if (channel != null) {
            owners.add(channel);
        }
        Set<CompletionField> told = fields.isEmpty() ? Set.of() : EnumSet.copyOf(fields);
        return holding(owners, () -> {
            VerbsDriver queues = context.driver();
            long channelHandle = channel == null ? 0 : channel.handle();
            return context.cookies().give(cookie -> {
                long handle = told.isEmpty() && use.length == 0 && domain == null
                        ? queues.createCompletionQueue(entries, cookie, channelHandle, vector)
                        : queues.createExtendedCompletionQueue(
                                entries,
                                cookie,
                                channelHandle,
                                vector,
                                told,
                                Set.of(use),
                                domain == null ? 0 : domain.handle());
                return new CompletionQueue(context, owners, channel, handle, cookie, told);
            });
        });
    }

    @Override
    Context context() {
        return context;
    }

    long handle() {
        return handle;
    }

    /** How many completions it holds; more than that are lost, and the queue with them. */
    public int entries() {
        return using(() -> context.driver().completionQueueEntries(handle));
    }

    /** Memory for the completions of one {@link #poll}. */
    public CompletionBatch batch(int size) {
        return new CompletionBatch(
                context.driver(), size, fields == 0 ? CompletionRecord.SIZE : CompletionRecord.EXTENDED_SIZE);
    }

    /**
     * Takes the completions that this queue has, without waiting. Allocates nothing.
     *
     * @return the number of completions, which the batch then has; 0 if the queue is empty
     * @throws io.verbena.error.SysException if the device cannot read the queue, after the completions before the error have
     *     been returned (errno of {@code ibv_start_poll}; EIO where the driver gives no reason)
     */
    public int poll(CompletionBatch batch) {
        enter();
        try {
            DataPath data = context.driver();
            int count = fields == 0 ? data.poll(handle, batch.memory(), batch.capacity()) : pollExtended(data, batch);
            batch.taken(Math.max(0, count));
            givingWay.found(count);
            return VerbsErrors.check("ibv_poll_cq", this, count);
        } finally {
            exit();
        }
    }

    private int pollExtended(DataPath data, CompletionBatch batch) {
        int earlier = failure;
        if (earlier != 0) {
            failure = 0;
            return -earlier;
        }
        long outcome = data.pollExtended(handle, fields, batch.memory(), batch.capacity());
        int count = DataPath.posted(outcome);
        int errno = DataPath.errno(outcome);
        if (errno != 0 && count > 0) {
            failure = errno;
            return count;
        }
        return errno == 0 ? count : -errno;
    }

    /**
     * Takes completions, and waits for the first if there is none, as {@link #giveWay} tells.
     *
     * @return how many, 0 after the time
     * @throws IllegalStateException if it has no channel
     * @throws ClosedObjectException if it is closed meanwhile
     */
    public int await(CompletionBatch batch, Duration timeout) {
        return await(batch, Deadline.in(timeout));
    }

    /** The same, until a deadline. */
    public int await(CompletionBatch batch, Deadline deadline) {
        CompletionChannel waiting = requireChannel();
        int count = poll(batch);
        while (count == 0 && giveWay()) {
            count = poll(batch);
        }
        while (count == 0) {
            long seen = events.get();
            requestNotification(false);
            count = poll(batch);
            if (count == 0) {
                boolean over = !waiting.await(this, seen, deadline);
                count = poll(batch);
                if (over) {
                    return count;
                }
            }
        }
        return count;
    }

    /**
     * Asks for one event on the channel, at the next completion; or at the next that is solicited or failed. What is in the
     * queue already makes none: poll once more before waiting.
     */
    public void requestNotification(boolean solicitedOnly) {
        enter();
        try {
            int answer = context.driver().requestNotification(handle, solicitedOnly);
            VerbsErrors.check("ibv_req_notify_cq", this, answer);
        } finally {
            exit();
        }
    }

    /**
     * Waits for an event that was asked for.
     *
     * @return false after the time
     * @throws IllegalStateException if it has no channel
     */
    public boolean awaitNotification(long seen, Duration timeout) {
        return awaitNotification(seen, Deadline.in(timeout));
    }

    /** The same, until a deadline. */
    public boolean awaitNotification(long seen, Deadline deadline) {
        return requireChannel().await(this, seen, deadline);
    }

    /**
     * Lets the threads go on that wait for the processor of this one, where that lately let several completions come at once:
     * then poll again before asking for a notification, which costs more.
     *
     * @return false if it did not pay, and nothing was done
     */
    public boolean giveWay() {
        enter();
        try {
            if (!givingWay.isDue()) {
                return false;
            }
            context.driver().yieldProcessor();
            return true;
        } finally {
            exit();
        }
    }

    /** How many events there were; one that comes after this was read ends {@link #awaitNotification}. */
    public long events() {
        return events.get();
    }

    /**
     * Ends an {@link #awaitNotification} as an event would, one that waits or one that was given {@link #events} before this.
     * For any thread.
     */
    public void wakeUp() {
        CompletionChannel waiting = requireChannel();
        enter();
        try {
            countEvent();
            waiting.wakeAll();
        } finally {
            exit();
        }
    }

    void countEvent() {
        events.incrementAndGet();
    }

    /** Returns the condition of the channel's lock on which threads wait for this queue while another thread polls. */
    Condition told() {
        return requireNonNull(told);
    }

    /** Adds this queue to the queues that threads wait for, at its first such thread. The caller holds the channel's lock. */
    void startWaiting(List<CompletionQueue> awaited) {
        if (waiting++ == 0) {
            place = awaited.size();
            awaited.add(this);
        }
    }

    /** Removes this queue from the queues that threads wait for, with its last such thread. The caller holds the channel's lock. */
    void stopWaiting(List<CompletionQueue> awaited) {
        if (--waiting > 0) {
            return;
        }
        CompletionQueue last = awaited.remove(awaited.size() - 1);
        if (last != this) {
            awaited.set(place, last);
            last.place = place;
        }
    }

    private CompletionChannel requireChannel() {
        if (channel == null) {
            throw new IllegalStateException(this + " has no channel to wait on; create it with one, or poll");
        }
        return channel;
    }

    /**
     * Changes how many completions it holds.
     *
     * @throws io.verbena.error.SysException if more are in it, or the device cannot
     */
    public void resize(int entries) {
        using(() -> context.driver().resizeCompletionQueue(handle, entries));
    }

    /** Lets an event wait for so many completions, or for so many microseconds after the first, to come seldom. */
    public void moderate(int completions, int micros) {
        using(() -> context.driver().moderateCompletionQueue(handle, completions, micros));
    }

    /** Waiters sit in the channel, those for any queue too: they must come back to see that this queue has ended. */
    @Override
    void wakeWaiters() {
        if (channel != null) {
            channel.ended();
        }
    }

    @Override
    int closingRank() {
        return 4;
    }

    @Override
    void destroy() {
        context.driver().destroyCompletionQueue(handle);
    }

    @Override
    void destroyed() {
        context.cookies().release(cookie);
        if (channel != null) {
            channel.closed();
        }
    }

    @Override
    public String toString() {
        return "CompletionQueue[" + context + "]";
    }
}
