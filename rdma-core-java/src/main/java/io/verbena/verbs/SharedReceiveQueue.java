package io.verbena.verbs;

import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.TagMatchingSize;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import java.util.List;
import java.util.function.LongFunction;

/** A receive queue that several queue pairs share (IBA 10.2.9; ibv_create_srq(3)). */
public final class SharedReceiveQueue extends VerbsObject {
    private final long cookie;
    private final int maxSegments;
    private final SharedReceiveQueueType type;

    private SharedReceiveQueue(List<VerbsObject> owners, long handle, SharedReceiveQueueRequest request) {
        super(Rank.SHARED_RECEIVE_QUEUE, owners, handle);
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
        return holding(
                owners,
                () -> domain.openDevice.cookies.give(cookie -> {
                    SharedReceiveQueueRequest wanted = request.apply(cookie);
                    long handle = domain.driver.createSharedReceiveQueue(wanted);
                    return new SharedReceiveQueue(owners, handle, wanted);
                }));
    }

    /**
     * Returns the number by which the peer of an extended reliable connection sends to this queue, see {@link
     * SendRequests#toSharedReceiveQueue} (ibv_get_srq_num(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the device has no such numbers
     */
    public int number() {
        return using(() -> driver.sharedReceiveQueueNumber(handle()));
    }

    /**
     * Returns the tag list.
     *
     * @throws IllegalStateException if this queue was created without tag matching
     */
    public TagList tags() {
        if (type != SharedReceiveQueueType.TAG_MATCHING) {
            throw new IllegalStateException(this + " has no tag list; create it with a TagMatchingSize");
        }
        return new TagList(this);
    }

    /** Queries the size and the limit, which is 0 after the limit event. */
    public SharedReceiveQueueAttributes attributes() {
        return using(() -> driver.querySharedReceiveQueue(handle()));
    }

    /** Changes the minimum capacity. */
    public void resize(int requests) {
        using(() -> driver.resizeSharedReceiveQueue(handle(), requests));
    }

    /** Requests one {@code SHARED_RECEIVE_QUEUE_LIMIT} event when the queue has fewer requests than the limit. */
    public void limit(int requests) {
        using(() -> driver.limitSharedReceiveQueue(handle(), requests));
    }

    /** Returns a batch of receive requests for this queue. */
    public ReceiveRequests receiveRequests(int capacity) {
        return new ReceiveRequests(driver, capacity, maxSegments);
    }

    /**
     * Posts a batch and clears it.
     *
     * @throws WorkRequestException if a request cannot be posted. The requests before it are posted, and the batch is unchanged
     */
    public void post(ReceiveRequests batch) {
        batch.post(this, "ibv_post_srq_recv", DataPath::postSharedReceive);
    }

    @Override
    void destroy() {
        driver.destroySharedReceiveQueue(handle());
    }

    @Override
    void destroyed() {
        openDevice.cookies.release(cookie);
    }
}
