package io.verbena.verbs;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Completes a future for each request. The reader has a thread that waits for a completion queue, which no other thread may
 * poll. Obtain the ID of a request before posting it. Safe for use by several threads.
 *
 * <pre>{@code
 * try (CompletionReader reader = CompletionReader.of(queue)) {
 *     CompletionReader.Expected sent = reader.expect();
 *     queuePair.post(requests.send(sent.id()).segment(region));
 *     sent.future().get(5, TimeUnit.SECONDS);
 * }
 * }</pre>
 */
public final class CompletionReader implements AutoCloseable {
    private static final int BATCH = 64;
    private static final Duration LONG = Duration.ofDays(1);

    private final CompletionQueue queue;
    private final Consumer<? super WorkCompletion> others;
    private final Map<Long, CompletableFuture<WorkCompletion>> expected = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong(1);
    private final Thread thread;

    /** The reason why the thread ended; null while it runs. */
    private volatile @Nullable RdmaException end;

    /**
     * A request that will be posted.
     *
     * @param id the ID to post it with
     * @param future completed with a copy of its completion, or with a {@link WorkCompletionException}
     */
    public record Expected(long id, CompletableFuture<WorkCompletion> future) {}

    private CompletionReader(CompletionQueue queue, Consumer<? super WorkCompletion> others) {
        this.queue = queue;
        this.others = others;
        this.thread = new CallbackThread(this::read, "verbena-completions-" + queue.openDevice);
    }

    /**
     * Reads a queue that has a channel. Completions of other requests are dropped. Closing the reader closes the queue.
     */
    public static CompletionReader of(CompletionQueue queue) {
        return of(queue, completion -> {});
    }

    /**
     * Reads a queue that has a channel. Completions of other requests go to {@code others} on the thread of the reader; an
     * exception that it throws goes to the uncaught exception handler of that thread. Closing the reader closes the queue.
     */
    public static CompletionReader of(CompletionQueue queue, Consumer<? super WorkCompletion> others) {
        CompletionReader reader = new CompletionReader(queue, others);
        reader.thread.start();
        return reader;
    }

    /**
     * Returns an ID for a request and the future of its completion.
     *
     * @throws ClosedObjectException if the reader is closed
     * @throws AsyncEventException if the queue failed
     * @throws io.verbena.error.DeviceRemovedException if the device was removed
     */
    public Expected expect() {
        queue.requireOpen();
        Expected request = new Expected(nextId.getAndIncrement(), new CompletableFuture<>());
        expected.put(request.id(), request.future());
        RdmaException ended = end;
        if (ended != null) {
            // The thread may have ended before it could see this request.
            failAll(ended);
        }
        return request;
    }

    /** Forgets a request that could not be posted. */
    public void forget(Expected request) {
        expected.remove(request.id());
    }

    private void read() {
        RdmaException why = new ClosedObjectException(queue);
        try {
            CompletionBatch batch = queue.batch(BATCH);
            while (true) {
                // A callback may have left the interrupt status set, which must not end the next wait.
                Thread.interrupted();
                if (queue.await(batch, LONG) > 0) {
                    batch.forEach(this::complete);
                }
            }
        } catch (RdmaException e) {
            why = e;
        } catch (RuntimeException | Error e) {
            why = FutureErrors.cause(e);
            CallbackThread.report(e);
        } finally {
            end = why;
            failAll(why);
        }
    }

    private void failAll(RdmaException why) {
        expected.keySet().forEach(id -> {
            CompletableFuture<WorkCompletion> future = expected.remove(id);
            if (future != null) {
                future.completeExceptionally(why);
            }
        });
    }

    /** Completes the future of a request. An exception of a callback must not prevent later completions. */
    private void complete(WorkCompletion completion) {
        CompletableFuture<WorkCompletion> future = expected.remove(completion.id());
        try {
            if (future == null) {
                others.accept(completion);
            } else if (completion.isSuccess()) {
                future.complete(completion.copy());
            } else {
                future.completeExceptionally(completion.failure());
            }
        } catch (RuntimeException | Error e) {
            CallbackThread.report(e);
            if (future != null) {
                future.completeExceptionally(FutureErrors.cause(e));
            }
        }
    }

    /** Closes the queue and the queue pairs that use it; the futures that are still incomplete fail. */
    @Override
    public void close() {
        queue.close();
        CallbackThread.await(thread);
    }
}
