package io.verbena.cm;

import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Requests that are not taken yet, up to the backlog, or takers that wait for one. */
final class RequestQueue {
    /** What the kernel keeps where the caller does not say (ucma's max_backlog). */
    private static final int MAX_BACKLOG = 1024;

    private final Deque<ConnectionRequest> requests = new ArrayDeque<>();
    private final Deque<CompletableFuture<ConnectionRequest>> waiting = new ArrayDeque<>();
    private @Nullable RdmaException end;
    private int backlog = MAX_BACKLOG;

    /** Sets how many requests are kept; 1024 if it is not positive, as in rdma_listen(3). */
    synchronized void backlog(int wanted) {
        backlog = wanted > 0 ? wanted : MAX_BACKLOG;
    }

    /**
     * Hands a request to the taker that waits longest and has not given up, or keeps it. False if as many are kept as the
     * backlog allows, or nothing takes requests any more.
     */
    boolean offer(ConnectionRequest request) {
        while (true) {
            CompletableFuture<ConnectionRequest> next;
            synchronized (this) {
                if (end != null) {
                    return false;
                }
                next = waiting.poll();
                if (next == null) {
                    return requests.size() < backlog && requests.add(request);
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

    /** Fails the takers that wait, and returns the requests that were not taken. */
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
