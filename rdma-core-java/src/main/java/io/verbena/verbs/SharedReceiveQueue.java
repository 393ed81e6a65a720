package io.verbena.verbs;

import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.spi.verbs.VerbsQueues;
import java.util.List;

/** Receives that several queue pairs take from (IBA 10.2.9). */
public final class SharedReceiveQueue extends VerbsObject {
    private final ProtectionDomain domain;
    private final long handle;
    private final long cookie;
    private final int maxSegments;

    private SharedReceiveQueue(ProtectionDomain domain, long handle, long cookie, int maxSegments) {
        super(List.of(domain));
        this.domain = domain;
        this.handle = handle;
        this.cookie = cookie;
        this.maxSegments = maxSegments;
    }

    static SharedReceiveQueue create(ProtectionDomain domain, SharedReceiveQueueAttributes attributes) {
        CookieTable cookies = domain.context().cookies();
        return domain.using(() -> {
            long cookie = cookies.reserve();
            try {
                VerbsQueues queues = domain.context().driver().queues();
                long handle = queues.createSharedReceiveQueue(domain.handle(), attributes, cookie);
                SharedReceiveQueue queue = new SharedReceiveQueue(domain, handle, cookie, attributes.segments());
                cookies.bind(cookie, queue);
                return queue;
            } catch (RuntimeException e) {
                cookies.release(cookie);
                throw e;
            }
        });
    }

    @Override
    Context context() {
        return domain.context();
    }

    long handle() {
        return handle;
    }

    /** How large it is, and its limit: 0 once the event of the limit has come. */
    public SharedReceiveQueueAttributes attributes() {
        return using(() -> context().driver().queues().querySharedReceiveQueue(handle));
    }

    /** Changes how many requests it has at least. */
    public void resize(int requests) {
        using(() -> context().driver().queues().resizeSharedReceiveQueue(handle, requests));
    }

    /** Asks for one {@code SHARED_RECEIVE_QUEUE_LIMIT} event, when fewer requests than this are there. */
    public void limit(int requests) {
        using(() -> context().driver().queues().limitSharedReceiveQueue(handle, requests));
    }

    /** A batch of so many receives for this queue. */
    public ReceiveRequests receiveRequests(int capacity) {
        return new ReceiveRequests(context().driver().data(), capacity, maxSegments);
    }

    /**
     * Posts a batch, and empties it.
     *
     * @throws WorkRequestException if one cannot be posted; those before it are, and the batch stays as it is
     */
    public void post(ReceiveRequests batch) {
        WorkRequests requests = batch.requests();
        if (requests.count() == 0) {
            return;
        }
        enter();
        try {
            long outcome = context()
                    .driver()
                    .data()
                    .postSharedReceive(handle, requests.memory(), requests.stride(), requests.count());
            VerbsErrors.checkPosted("ibv_post_srq_recv", this, outcome, requests.count());
        } finally {
            exit();
        }
        batch.clear();
    }

    @Override
    int closingRank() {
        return 3;
    }

    @Override
    void destroy() {
        context().driver().queues().destroySharedReceiveQueue(handle);
    }

    @Override
    void destroyed() {
        context().cookies().release(cookie);
    }

    @Override
    public String toString() {
        return "SharedReceiveQueue[" + context() + "]";
    }
}
