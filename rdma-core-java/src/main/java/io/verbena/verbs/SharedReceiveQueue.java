package io.verbena.verbs;

import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.TagMatchingSize;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import java.util.List;
import java.util.function.LongFunction;

/** Receives that several queue pairs take from (IBA 10.2.9). */
public final class SharedReceiveQueue extends VerbsObject {
    private final ProtectionDomain domain;
    private final long handle;
    private final long cookie;
    private final int maxSegments;
    private final SharedReceiveQueueType type;

    private SharedReceiveQueue(
            List<VerbsObject> owners, ProtectionDomain domain, long handle, SharedReceiveQueueRequest request) {
        super(owners);
        this.domain = domain;
        this.handle = handle;
        this.cookie = request.cookie();
        this.maxSegments = request.attributes().segments();
        this.type = request.type();
    }

    static SharedReceiveQueue create(ProtectionDomain domain, SharedReceiveQueueAttributes attributes) {
        return create(
                List.of(domain),
                domain,
                cookie -> new SharedReceiveQueueRequest(
                        domain.handle(), attributes, SharedReceiveQueueType.BASIC, 0, 0, 0, 0, cookie));
    }

    static SharedReceiveQueue create(
            ProtectionDomain domain, SharedReceiveQueueAttributes attributes, XrcDomain xrc, CompletionQueue queue) {
        return create(
                List.of(domain, xrc, queue),
                domain,
                cookie -> new SharedReceiveQueueRequest(
                        domain.handle(),
                        attributes,
                        SharedReceiveQueueType.XRC,
                        xrc.handle(),
                        queue.handle(),
                        0,
                        0,
                        cookie));
    }

    static SharedReceiveQueue create(
            ProtectionDomain domain,
            SharedReceiveQueueAttributes attributes,
            TagMatchingSize tags,
            CompletionQueue queue) {
        return create(
                List.of(domain, queue),
                domain,
                cookie -> new SharedReceiveQueueRequest(
                        domain.handle(),
                        attributes,
                        SharedReceiveQueueType.TAG_MATCHING,
                        0,
                        queue.handle(),
                        tags.tags(),
                        tags.operations(),
                        cookie));
    }

    private static SharedReceiveQueue create(
            List<VerbsObject> owners, ProtectionDomain domain, LongFunction<SharedReceiveQueueRequest> request) {
        owners.forEach(domain::requireSameDevice);
        Context context = domain.context();
        return holding(
                owners,
                () -> context.cookies().give(cookie -> {
                    SharedReceiveQueueRequest wanted = request.apply(cookie);
                    long handle = context.driver().createSharedReceiveQueue(wanted);
                    return new SharedReceiveQueue(owners, domain, handle, wanted);
                }));
    }

    @Override
    Context context() {
        return domain.context();
    }

    long handle() {
        return handle;
    }

    /**
     * The number by which the other side of an extended reliable connection names it, see {@link
     * SendRequests#toSharedReceiveQueue} (ibv_get_srq_num(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the device has no such numbers
     */
    public int number() {
        return using(() -> driver().sharedReceiveQueueNumber(handle));
    }

    /**
     * The list of tags of one that matches tags.
     *
     * @throws IllegalStateException if it was made without one
     */
    public TagList tags() {
        if (type != SharedReceiveQueueType.TAG_MATCHING) {
            throw new IllegalStateException(
                    this + " has no list of tags; say how large it is when the queue is created");
        }
        return new TagList(this);
    }

    /** How large it is, and its limit: 0 once the event of the limit has come. */
    public SharedReceiveQueueAttributes attributes() {
        return using(() -> driver().querySharedReceiveQueue(handle));
    }

    /** Changes how many requests it has at least. */
    public void resize(int requests) {
        using(() -> driver().resizeSharedReceiveQueue(handle, requests));
    }

    /** Asks for one {@code SHARED_RECEIVE_QUEUE_LIMIT} event, when fewer requests than this are there. */
    public void limit(int requests) {
        using(() -> driver().limitSharedReceiveQueue(handle, requests));
    }

    /** A batch of so many receives for this queue. */
    public ReceiveRequests receiveRequests(int capacity) {
        return new ReceiveRequests(driver(), capacity, maxSegments);
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
            long outcome = driver().postSharedReceive(handle, requests.memory(), requests.stride(), requests.count());
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
        driver().destroySharedReceiveQueue(handle);
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
