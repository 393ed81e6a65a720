package io.verbena.verbs;

import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Items that are not taken yet, or takers that wait for one. Safe for use by several threads. */
public final class Mailbox<T> {
    private final IntSupplier capacity;
    private final Consumer<? super T> taken;
    private final Deque<T> kept = new ArrayDeque<>();
    private final Deque<CompletableFuture<T>> waiting = new ArrayDeque<>();
    private @Nullable RdmaException end;

    /**
     * Creates an empty mailbox.
     *
     * @param capacity returns the maximum number of items that are kept
     * @param taken is notified of each item that was taken
     */
    public Mailbox(IntSupplier capacity, Consumer<? super T> taken) {
        this.capacity = capacity;
        this.taken = taken;
    }

    /**
     * Hands an item to the taker that waits longest and has not given up, or keeps it. Returns false if the mailbox is full or
     * has ended.
     */
    public boolean offer(T one) {
        while (true) {
            CompletableFuture<T> next;
            synchronized (this) {
                if (end != null) {
                    return false;
                }
                next = waiting.poll();
                if (next == null) {
                    return kept.size() < capacity.getAsInt() && kept.add(one);
                }
            }
            if (next.complete(one)) {
                taken.accept(one);
                return true;
            }
        }
    }

    /** Returns a future of the next item, which fails at the end of the mailbox. */
    public synchronized CompletableFuture<T> takeAsync() {
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        T one = kept.poll();
        if (one != null) {
            taken.accept(one);
            return CompletableFuture.completedFuture(one);
        }
        waiting.removeIf(CompletableFuture::isDone);
        CompletableFuture<T> future = new CompletableFuture<>();
        waiting.add(future);
        return future;
    }

    /** Takes back an item; returns false if it is not kept. */
    public synchronized boolean remove(T one) {
        return kept.remove(one);
    }

    /** Takes back all items. */
    public synchronized List<T> drain() {
        List<T> left = new ArrayList<>(kept);
        kept.clear();
        return left;
    }

    /** Fails the takers that wait, and returns the items that were not taken. */
    public List<T> end(RdmaException why) {
        List<CompletableFuture<T>> losers;
        List<T> left;
        synchronized (this) {
            end = why;
            losers = new ArrayList<>(waiting);
            waiting.clear();
            left = new ArrayList<>(kept);
            kept.clear();
        }
        losers.forEach(loser -> loser.completeExceptionally(why));
        return left;
    }
}
