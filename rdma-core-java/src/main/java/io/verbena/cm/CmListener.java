package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.cm.CmEventRecord;
import io.verbena.verbs.Mailbox;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;

/** The address that an identifier is bound to, and the connection requests that arrive there. */
final class CmListener {
    /** The backlog of the kernel if the caller gives none ({@code max_backlog} of {@code rdma_ucm}). */
    private static final int MAX_BACKLOG = 1024;

    private final CmId id;
    private final Mailbox<ConnectionRequest> requests = new Mailbox<>(() -> this.backlog, request -> {});
    private volatile int backlog = MAX_BACKLOG;

    CmListener(CmId id) {
        this.id = id;
    }

    void bind(SocketAddress address) {
        claiming(address.toString(), () -> id.driver().bind(id.handle, address));
    }

    /** Listens with a backlog; with 1024 if it is not positive, as in rdma_listen(3). */
    void listen(int wanted) {
        backlog = wanted > 0 ? wanted : MAX_BACKLOG;
        claiming(id.toString(), () -> id.driver().listen(id.handle, wanted));
    }

    private void claiming(String what, Runnable call) {
        try {
            id.using(call);
        } catch (SysException e) {
            throw e.errno() == Errno.EADDRINUSE ? new AddressInUseException(what, e) : e;
        }
    }

    CompletableFuture<ConnectionRequest> request() {
        return requests.takeAsync();
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
}
