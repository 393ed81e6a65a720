package io.verbena.verbs;

import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Completes a future for each request: a thread of its own waits for a completion queue, which nobody else may poll. Ask
 * for the ID of a request before it is posted. Safe for use by several threads.
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

    /**
     * A request that is to be posted.
     *
     * @param id the ID to post it with
     * @param future completed with a copy of its completion, or with a {@link WorkCompletionException}
     */
    public record Expected(long id, CompletableFuture<WorkCompletion> future) {}

    private CompletionReader(CompletionQueue queue, Consumer<? super WorkCompletion> others) {
        this.queue = queue;
        this.others = others;
        this.thread = new CallbackThread(this::read, "verbena-completions-" + queue.context());
    }

    /**
     * Reads a queue that has a channel; completions that nobody expects are dropped. Closing the reader closes the queue.
     */
    public static CompletionReader of(CompletionQueue queue) {
        return of(queue, completion -> {});
    }

    /** The same; completions that nobody expects go to {@code others}, on the thread of the reader. */
    public static CompletionReader of(CompletionQueue queue, Consumer<? super WorkCompletion> others) {
        CompletionReader reader = new CompletionReader(queue, others);
        reader.thread.start();
        return reader;
    }

    /** The ID for a request, and the future of its completion. */
    public Expected expect() {
        queue.requireOpen();
        Expected request = new Expected(nextId.getAndIncrement(), new CompletableFuture<>());
        expected.put(request.id(), request.future());
        return request;
    }

    /** Forgets a request that could not be posted. */
    public void forget(Expected request) {
        expected.remove(request.id());
    }

    private void read() {
        CompletionBatch batch = queue.batch(BATCH);
        try {
            while (true) {
                if (queue.await(batch, LONG) > 0) {
                    batch.forEach(this::complete);
                }
            }
        } catch (RdmaException e) {
            expected.keySet().forEach(id -> {
                CompletableFuture<WorkCompletion> future = expected.remove(id);
                if (future != null) {
                    future.completeExceptionally(e);
                }
            });
        }
    }

    private void complete(WorkCompletion completion) {
        CompletableFuture<WorkCompletion> future = expected.remove(completion.id());
        if (future == null) {
            others.accept(completion);
        } else if (completion.isSuccess()) {
            future.complete(completion.copy());
        } else {
            future.completeExceptionally(new WorkCompletionException(completion));
        }
    }

    /** Closes the queue, and with it the queue pairs that use it; what is expected still fails. */
    @Override
    public void close() {
        queue.close();
        CallbackThread.await(thread);
    }
}
