package io.verbena.connection;

import io.verbena.connection.Reporting.RequestFuture;
import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.WorkCompletion;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one queue, by their consecutive numbers: a reliable connection completes them in the order in which they were
 * posted. A request occupies its place until it is completed and, if its completion is to be taken, until that was done.
 * Allocates nothing.
 */
final class RequestTable implements CompletionPump.Sink {
    private final Queue queue;
    private final int sink;
    private final Object owner;
    private final CompletionPump pump;
    private final Liveness liveness;

    /** Held from {@link #next} to {@link #posted}. */
    final ReentrantLock lock = new ReentrantLock();

    final int depth;

    private final RequestOpcode[] operations;
    private final int[] lengths;
    private final @Nullable LocalBuffer[] locals;
    private final @Nullable RemoteBuffer[] remotes;
    private final @Nullable RequestFuture<?>[] futures;
    private final WorkCompletionStatus[] statuses;
    private final TransferCounts counts;

    /** Whether the completion of a request is to be taken, or given to the listener. */
    private final boolean[] awaited;

    /** Whether a request uses one of the entries that are reserved for a channel. */
    private final boolean[] reserving;

    /** Entries that only a channel may use. */
    private int reserved;

    private boolean dedicated;

    /** Requests of the application in the queue, and those of them that were posted since the last signaled one. */
    private int shared;

    private int sharedUnsignaled;

    volatile @Nullable CompletionListener listener;

    /** The numbers of the next request, of the first that is not completed, and of the first that occupies its place. */
    private long posted;

    private long ended;
    private long taken;

    /** The last number of bytes that a future was given; most requests have equal lengths, and share the object. */
    private Integer moved = 0;

    /** The number of completions to be taken. */
    private int ready;

    /** The number of threads that wait for room, which a thread that takes completions must wake. */
    private final AtomicInteger waitersForRoom = new AtomicInteger();

    /** Creates the table of a queue; {@code liveness} is notified of requests that fail. */
    RequestTable(Queue queue, Object owner, int depth, CompletionPump pump, Liveness liveness) {
        this.queue = queue;
        this.sink = queue == Queue.SEND ? CompletionPump.SENDS : CompletionPump.RECEIVES;
        this.owner = owner;
        this.depth = depth;
        this.pump = pump;
        this.liveness = liveness;
        operations = new RequestOpcode[depth];
        lengths = new int[depth];
        locals = new @Nullable LocalBuffer[depth];
        remotes = new @Nullable RemoteBuffer[depth];
        futures = new @Nullable RequestFuture<?>[depth];
        statuses = new WorkCompletionStatus[depth];
        counts = TransferCounts.of(queue);
        awaited = new boolean[depth];
        reserving = new boolean[depth];
        pump.sink(sink, this);
    }

    /**
     * Reserves entries of the queue for a channel, whose requests then never find it full.
     *
     * @throws IllegalArgumentException if no entry is left to the user
     * @throws IllegalStateException if entries were reserved before
     */
    void reserve(int entries) {
        if (entries < 0 || entries >= depth) {
            throw new IllegalArgumentException(entries + " reserved entries of the " + queue + " queue of " + owner
                    + ", which has " + depth + "; reserve 0 to " + (depth - 1));
        }
        lock.lock();
        try {
            if (dedicated) {
                throw new IllegalStateException(
                        "a channel was opened over " + owner + " before; connect again for another channel");
            }
            dedicated = true;
            reserved = entries;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the exception for a request that met a closed object. A connection that closes takes its queue pair first and its
     * buffers later, and a request that finds a buffer closed for that reason fails because of the connection.
     */
    ClosedObjectException closed(QueuePair pair, ClosedObjectException refusal) {
        return pair.isClosed() ? new ClosedObjectException(owner) : refusal;
    }

    private int place(long request) {
        return (int) request & depth - 1;
    }

    int nextPlace() {
        return place(posted);
    }

    /**
     * Returns the work request ID of the next request.
     *
     * @throws QueueFullException if the queue has no room for it
     */
    long next(Reporting reporting) {
        if (posted - taken == depth || (!reporting.isReserved() && shared >= depth - reserved)) {
            throw new QueueFullException(owner, queue, depth - (reporting.isReserved() ? 0 : reserved), ready);
        }
        return CompletionPump.id(sink, posted);
    }

    /** Returns whether the next request must be signaled although it is not reported, so that the queue gets room again. */
    boolean isMilestone(Reporting reporting) {
        return (posted & depth / 2 - 1) == depth / 2 - 1
                || (!reporting.isReserved() && sharedUnsignaled + 1 >= (depth - reserved + 1) / 2);
    }

    /** Notes that the next request was posted, and returns its number. */
    long posted(
            RequestOpcode operation,
            LocalBuffer local,
            @Nullable RemoteBuffer remote,
            int length,
            Reporting reporting,
            boolean signaled) {
        int place = place(posted);
        reserving[place] = reporting.isReserved();
        if (!reporting.isReserved()) {
            shared++;
            sharedUnsignaled = signaled ? 0 : sharedUnsignaled + 1;
        }
        operations[place] = operation;
        locals[place] = local;
        remotes[place] = remote;
        lengths[place] = length;
        awaited[place] = reporting.isReported();
        futures[place] = reporting instanceof RequestFuture<?> future ? future : null;
        return posted++;
    }

    boolean hasRoom() {
        lock.lock();
        try {
            return posted - taken < depth && shared < depth - reserved;
        } finally {
            lock.unlock();
        }
    }

    boolean isReady(int count) {
        lock.lock();
        try {
            return ready >= count;
        } finally {
            lock.unlock();
        }
    }

    boolean isIdle() {
        lock.lock();
        try {
            return posted == ended;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void completed(long request, WorkCompletion completion) {
        CompletionListener notified = listener;
        WorkCompletionStatus status = completion.status();
        int bytes = queue == Queue.RECEIVE && completion.isSuccess() ? completion.byteLength() : -1;
        boolean isNotified;
        lock.lock();
        try {
            // Unsignaled requests before a completed one have succeeded.
            while (ended < request) {
                ended++;
            }
            int place = place(request);
            bytes = bytes < 0 ? lengths[place] : bytes;
            lengths[place] = bytes;
            statuses[place] = status;
            ended = request + 1;
            isNotified = awaited[place] && notified != null;
            awaited[place] &= notified == null;
            if (awaited[place]) {
                ready++;
            }
            if (status != WorkCompletionStatus.SUCCESS) {
                // Before the future fails: its exception has the cause.
                liveness.failed(text(place), status);
            }
            settle(place, status == WorkCompletionStatus.SUCCESS, bytes);
            release();
        } finally {
            lock.unlock();
        }
        counts.completed(status, bytes);
        if (isNotified && notified != null) {
            report(notified, request, bytes, status);
        }
    }

    /** Notifies a listener. Its exceptions must not delay the following completions. */
    private void report(CompletionListener notified, long request, int bytes, WorkCompletionStatus status) {
        try {
            notified.completed(queue, request, bytes, status);
        } catch (RuntimeException | Error e) {
            CallbackThread.report(e);
        }
    }

    private void settle(int place, boolean success, int bytes) {
        RequestFuture<?> future = futures[place];
        if (future != null) {
            if (success) {
                if (moved != bytes) {
                    moved = bytes;
                }
                future.succeeded(moved);
            } else {
                future.failed(failure(place));
            }
            futures[place] = null;
            pump.settleLater(future);
        }
    }

    private RdmaException failure(int place) {
        WorkCompletionStatus status = statuses[place];
        return status == WorkCompletionStatus.FLUSHED
                ? liveness.flushed(text(place))
                : new TransferException(text(place), status);
    }

    private String text(int place) {
        return operations[place].text + " of " + lengths[place] + " bytes, " + locals[place]
                + (remotes[place] == null ? "" : " and " + remotes[place]) + ", on " + owner;
    }

    /** Frees the places before the first completion that is to be taken. */
    private void release() {
        while (taken < ended && !awaited[place(taken)]) {
            int place = place(taken++);
            shared -= reserving[place] ? 0 : 1;
            locals[place] = null;
            remotes[place] = null;
        }
    }

    /** Counts threads that begin or cease to wait for room. */
    void waitersForRoom(int more) {
        waitersForRoom.addAndGet(more);
    }

    private void wakeWaitersForRoom() {
        if (waitersForRoom.get() > 0) {
            pump.wakeUp();
        }
    }

    /** Takes as many completions as there is room for, and returns true, if there are at least {@code least}. */
    boolean take(Completions into, int least) {
        lock.lock();
        try {
            if (ready < least) {
                return false;
            }
            into.clear();
            for (long request = taken; request < ended && into.size() < into.capacity(); request++) {
                int place = place(request);
                if (awaited[place]) {
                    into.add(request, lengths[place], statuses[place]);
                    awaited[place] = false;
                    ready--;
                }
            }
            release();
            wakeWaitersForRoom();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes and checks {@code count} completions, and returns true, if there are as many.
     *
     * @throws RdmaException if one of the requests failed
     */
    boolean take(List<Completion> into, int count) {
        lock.lock();
        try {
            if (ready < count) {
                return false;
            }
            try {
                for (long request = taken; into.size() < count; request++) {
                    if (awaited[place(request)]) {
                        into.add(takeOne(request));
                    }
                }
                return true;
            } finally {
                release();
                wakeWaitersForRoom();
            }
        } finally {
            lock.unlock();
        }
    }

    private Completion takeOne(long request) {
        int place = place(request);
        awaited[place] = false;
        ready--;
        if (statuses[place] != WorkCompletionStatus.SUCCESS) {
            throw failure(place);
        }
        return new Completion(request, lengths[place]);
    }

    /** Fails the futures of all requests in flight: the queue pair is closed, and completes nothing more. */
    void failAll() {
        lock.lock();
        try {
            for (int place = 0; place < depth; place++) {
                RequestFuture<?> future = futures[place];
                if (future != null) {
                    future.failed(liveness.flushed(text(place)));
                    pump.settleLater(future);
                }
            }
            Arrays.fill(futures, null);
        } finally {
            lock.unlock();
        }
    }
}
