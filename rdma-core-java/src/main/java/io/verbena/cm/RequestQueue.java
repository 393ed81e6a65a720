package io.verbena.cm;

import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Requests that nobody has taken, or those who wait for one. */
final class RequestQueue {
    private final Deque<ConnectionRequest> requests = new ArrayDeque<>();
    private final Deque<CompletableFuture<ConnectionRequest>> waiting = new ArrayDeque<>();
    private @Nullable RdmaException end;

    /** Hands a request to who waits longest; who has given up is passed over. False if nobody takes any more. */
    boolean offer(ConnectionRequest request) {
        while (true) {
            CompletableFuture<ConnectionRequest> next;
            synchronized (this) {
                if (end != null) {
                    return false;
                }
                next = waiting.poll();
                if (next == null) {
                    requests.add(request);
                    return true;
                }
            }
            if (next.complete(request)) {
                return true;
            }
        }
    }

    synchronized CompletableFuture<ConnectionRequest> take() {
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        ConnectionRequest request = requests.poll();
        if (request != null) {
            return CompletableFuture.completedFuture(request);
        }
        waiting.removeIf(CompletableFuture::isDone);
        CompletableFuture<ConnectionRequest> future = new CompletableFuture<>();
        waiting.add(future);
        return future;
    }

    /** Fails those who wait, and answers what nobody took. */
    List<ConnectionRequest> end(RdmaException why) {
        List<CompletableFuture<ConnectionRequest>> losers;
        List<ConnectionRequest> left;
        synchronized (this) {
            end = why;
            losers = new ArrayList<>(waiting);
            waiting.clear();
            left = new ArrayList<>(requests);
            requests.clear();
        }
        losers.forEach(loser -> loser.completeExceptionally(why));
        return left;
    }
}
