package io.verbena.connection;

import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Items that are not taken yet, or takers that wait for one. */
final class Mailbox<T> {
    private final Consumer<? super T> taken;
    private final Deque<T> kept = new ArrayDeque<>();
    private final Deque<CompletableFuture<T>> waiting = new ArrayDeque<>();
    private @Nullable RdmaException end;

    /** Its owner bounds how many items there are at once, and is notified of each that was taken. */
    Mailbox(Consumer<? super T> taken) {
        this.taken = taken;
    }

    /** Hands an item to the taker that waits longest and has not given up, or keeps it. False after {@link #end}. */
    boolean offer(T one) {
        while (true) {
            CompletableFuture<T> next;
            synchronized (this) {
                if (end != null) {
                    return false;
                }
                next = waiting.poll();
                if (next == null) {
                    return kept.add(one);
                }
            }
            if (next.complete(one)) {
                taken.accept(one);
                return true;
            }
        }
    }

    synchronized CompletableFuture<T> take() {
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

    /** Takes back an item; false if it is not kept. */
    synchronized boolean remove(T one) {
        return kept.remove(one);
    }

    /** Takes back all items. */
    synchronized List<T> drain() {
        List<T> left = new ArrayList<>(kept);
        kept.clear();
        return left;
    }

    /** Fails the takers that wait, and returns the items that were not taken. */
    List<T> end(RdmaException why) {
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
