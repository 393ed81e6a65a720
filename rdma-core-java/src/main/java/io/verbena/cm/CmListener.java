package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The address that an identifier is bound to, and the connection requests that arrive there. */
final class CmListener {
    private final CmId id;
    private final RequestQueue requests = new RequestQueue();

    CmListener(CmId id) {
        this.id = id;
    }

    void bind(InetSocketAddress address) {
        claiming(address.toString(), () -> id.driver().bind(id.handle, address));
    }

    void listen(int backlog) {
        requests.backlog(backlog);
        claiming(id.toString(), () -> id.driver().listen(id.handle, backlog));
    }

    private void claiming(String what, Runnable call) {
        try {
            id.using(call);
        } catch (SysException e) {
            throw e.errno() == Errno.EADDRINUSE ? new AddressInUseException(what, e) : e;
        }
    }

    CompletableFuture<ConnectionRequest> request() {
        return requests.take();
    }

    /**
     * Takes a request, on the thread of the channel. The kernel counts only the events that are not read yet, so that the
     * backlog is kept here. Closing the identifier of a request rejects it.
     */
    void take(CmEventRecord record) {
        EventChannel channel = id.channel();
        CmId asking = null;
        boolean taken = false;
        try {
            long cookie = channel.manager.cookie();
            id.driver().cookie(record.request(), cookie);
            asking = channel.adopt(new CmId(channel, record.request(), id.portSpace(), cookie));
            asking.rename();
            taken = requests.offer(new ConnectionRequest(asking, record.parameters()));
        } finally {
            // Also where an error keeps it from being taken: it is to be freed, and the peer to be rejected.
            if (asking == null) {
                id.driver().destroyId(record.request());
            } else if (!taken) {
                asking.close();
            }
        }
    }

    /** Fails the takers that wait for a request, and rejects the requests that were not taken. */
    void closed(RdmaException why) {
        ClosingFailures failures = new ClosingFailures();
        requests.end(why).forEach(request -> failures.close(request.id()));
        failures.rethrow();
    }

    /** The requests that are not taken yet, up to the backlog, or the callers that wait for one. */
    private static final class RequestQueue {
        /** The backlog of the kernel if the caller gives none ({@code max_backlog} of {@code rdma_ucm}). */
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
         * Hands a request to the caller that waits longest and has not given up, or keeps it. Returns false if the backlog is
         * full or the listener has ended.
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
}
