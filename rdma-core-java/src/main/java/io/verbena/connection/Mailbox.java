package io.verbena.connection;

import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What nobody has taken yet, so many at most; or those who wait for it. */
final class Mailbox<T> {
    private final int most;
    private final Deque<T> kept = new ArrayDeque<>();
    private final Deque<CompletableFuture<T>> waiting = new ArrayDeque<>();
    private @Nullable RdmaException end;

    Mailbox(int most) {
        this.most = most;
    }

    /** Hands it to who waits longest, or keeps it; who has given up is passed over. False if there is no room. */
    boolean offer(T one) {
        while (true) {
            CompletableFuture<T> next;
            synchronized (this) {
                if (end != null) {
                    return false;
                }
                next = waiting.poll();
                if (next == null) {
                    return kept.size() < most && kept.add(one);
                }
            }
            if (next.complete(one)) {
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
            return CompletableFuture.completedFuture(one);
        }
        waiting.removeIf(CompletableFuture::isDone);
        CompletableFuture<T> future = new CompletableFuture<>();
        waiting.add(future);
        return future;
    }

    /** What nobody took. */
    synchronized List<T> drain() {
        List<T> left = new ArrayList<>(kept);
        kept.clear();
        return left;
    }

    /** Fails those who wait, and answers what nobody took. */
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
