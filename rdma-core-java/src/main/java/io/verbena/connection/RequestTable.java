package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.WorkCompletion;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one queue, by their numbers, which count on: a reliable connection ends them in the order in which they
 * were posted. A request has its place until it has ended, and if somebody is to take its end, until that was done.
 * Allocates nothing.
 */
final class RequestTable implements CompletionPump.Sink {
    private final Queue queue;
    private final Object owner;
    private final CompletionPump pump;
    private final Function<String, RdmaException> end;
    private final ReentrantLock lock = new ReentrantLock();
    private final int depth;

    private final Operation[] operations;
    private final int[] lengths;
    private final @Nullable LocalBuffer[] locals;
    private final @Nullable RemoteBuffer[] remotes;
    private final @Nullable RequestFuture<?>[] futures;
    private final WorkCompletionStatus[] statuses;
    private final TransferCounts counts;
    /** Whether somebody takes it, when it has ended. */
    private final boolean[] awaited;

    private volatile @Nullable CompletionListener listener;

    /** The number of the next request, of the first that has not ended, and of the first that has its place. */
    private long posted;

    private long ended;
    private long taken;

    /** What the last future was told: mostly the next is told the same, and needs no other object. */
    private Integer moved = 0;

    /** How many have ended and are to be taken. */
    private int ready;

    /** How many threads wait for room, which whoever takes what has ended may give. */
    private final AtomicInteger waitersForRoom = new AtomicInteger();

    /**
     * Of a queue.
     *
     * @param end the exception for a request that the end of the connection flushed
     */
    RequestTable(Queue queue, Object owner, int depth, CompletionPump pump, Function<String, RdmaException> end) {
        this.queue = queue;
        this.owner = owner;
        this.depth = depth;
        this.pump = pump;
        this.end = end;
        operations = new Operation[depth];
        lengths = new int[depth];
        locals = new @Nullable LocalBuffer[depth];
        remotes = new @Nullable RemoteBuffer[depth];
        futures = new @Nullable RequestFuture<?>[depth];
        statuses = new WorkCompletionStatus[depth];
        counts = TransferCounts.of(queue);
        awaited = new boolean[depth];
    }

    int depth() {
        return depth;
    }

    /** Held from {@link #next} to {@link #posted}. */
    ReentrantLock lock() {
        return lock;
    }

    void listener(@Nullable CompletionListener toTell) {
        listener = toTell;
    }

    /** The queue pair is closed, and so is what it is of. */
    ClosedObjectException closed() {
        return new ClosedObjectException(owner);
    }

    private int place(long request) {
        return (int) request & depth - 1;
    }

    /** The place that the next request will have. */
    int nextPlace() {
        return place(posted);
    }

    /**
     * The number of the next request.
     *
     * @throws QueueFullException if there is no room
     */
    long next() {
        if (posted - taken == depth) {
            throw new QueueFullException(owner, queue, depth, ready);
        }
        return posted;
    }

    /** Whether a request that nobody waits for must be completed all the same, for the queue to have room again. */
    boolean isMilestone() {
        return (posted & depth / 2 - 1) == depth / 2 - 1;
    }

    /** The next request was posted. */
    long posted(Operation operation, LocalBuffer local, @Nullable RemoteBuffer remote, int length, Hearer hearer) {
        int place = place(posted);
        operations[place] = operation;
        locals[place] = local;
        remotes[place] = remote;
        lengths[place] = length;
        awaited[place] = hearer == Hearer.WithoutFuture.CALLER;
        futures[place] = hearer instanceof RequestFuture<?> future ? future : null;
        return posted++;
    }

    boolean hasRoom() {
        lock.lock();
        try {
            return posted - taken < depth;
        } finally {
            lock.unlock();
        }
    }

    /** Whether so many can be taken. */
    boolean isReady(int count) {
        lock.lock();
        try {
            return ready >= count;
        } finally {
            lock.unlock();
        }
    }

    /** Whether all that were posted have ended. */
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
        CompletionListener told = listener;
        WorkCompletionStatus status = completion.status();
        int bytes = queue == Queue.RECEIVE && completion.isSuccess() ? completion.byteLength() : -1;
        boolean tell;
        lock.lock();
        try {
            // Those before it that were not to be completed ended well.
            while (ended < request) {
                ended++;
            }
            int place = place(request);
            bytes = bytes < 0 ? lengths[place] : bytes;
            lengths[place] = bytes;
            statuses[place] = status;
            ended = request + 1;
            tell = awaited[place] && told != null;
            awaited[place] &= told == null;
            if (awaited[place]) {
                ready++;
            }
            settle(place, completion.isSuccess(), bytes);
            release();
        } finally {
            lock.unlock();
        }
        counts.completed(status, bytes);
        if (tell && told != null) {
            tell(told, request, bytes, status);
        }
    }

    /** What a listener throws is to keep nobody from the completions that follow. */
    private void tell(CompletionListener told, long request, int bytes, WorkCompletionStatus status) {
        try {
            told.completed(queue, request, bytes, status);
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
        String text = operations[place].text() + " of " + lengths[place] + " bytes, " + locals[place]
                + (remotes[place] == null ? "" : " and " + remotes[place]) + ", on " + owner;
        WorkCompletionStatus status = statuses[place];
        return status == WorkCompletionStatus.FLUSHED ? end.apply(text) : new TransferException(text, status);
    }

    /** Gives places back up to the first that is to be taken. */
    private void release() {
        while (taken < ended && !awaited[place(taken)]) {
            int place = place(taken++);
            locals[place] = null;
            remotes[place] = null;
        }
    }

    /** More threads wait for room, or fewer. */
    void waitersForRoom(int more) {
        waitersForRoom.addAndGet(more);
    }

    private void wakeWaitersForRoom() {
        if (waitersForRoom.get() > 0) {
            pump.wakeUp();
        }
    }

    /** Takes as many as there is room for, if at least so many have ended; whether they had. */
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
     * Takes so many, if they have ended, and checks each; whether they had.
     *
     * @throws RdmaException if one did not end well
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

    /** Nothing will be completed any more. */
    void failAll(RdmaException why) {
        lock.lock();
        try {
            Arrays.stream(futures).forEach(future -> {
                if (future != null) {
                    future.failed(why);
                    pump.settleLater(future);
                }
            });
            Arrays.fill(futures, null);
        } finally {
            lock.unlock();
        }
    }
}
