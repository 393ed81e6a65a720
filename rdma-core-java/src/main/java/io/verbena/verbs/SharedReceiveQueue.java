package io.verbena.verbs;

import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A receive queue that several queue pairs share (IBA 10.2.9; ibv_create_srq(3)). */
public final class SharedReceiveQueue extends QueueObject {
    private final long cookie;
    private final int maxSegments;
    private final SharedReceiveQueueType type;

    private SharedReceiveQueue(List<VerbsObject> owners, long handle, SharedReceiveQueueRequest request) {
        super(Rank.SHARED_RECEIVE_QUEUE, owners, handle, VerbsDriver::destroySharedReceiveQueue);
        this.cookie = request.cookie();
        this.maxSegments = request.attributes().segments();
        this.type = request.type();
    }

    static SharedReceiveQueue create(
            ProtectionDomain domain,
            SharedReceiveQueueAttributes attributes,
            SharedReceiveQueueType type,
            @Nullable XrcDomain xrc,
            @Nullable CompletionQueue queue,
            int tags,
            int operations) {
        List<VerbsObject> owners = present(domain, xrc, queue);
        owners.forEach(domain::requireSameDevice);
        return holding(
                owners,
                () -> domain.openDevice.cookies.give(cookie -> {
                    SharedReceiveQueueRequest request = new SharedReceiveQueueRequest(
                            domain.handle(),
                            attributes,
                            type,
                            handleOf(xrc),
                            handleOf(queue),
                            tags,
                            operations,
                            cookie);
                    return new SharedReceiveQueue(owners, domain.driver.createSharedReceiveQueue(request), request);
                }));
    }

    /**
     * Returns the number by which the peer of an extended reliable connection sends to this queue, see {@link
     * SendRequests#toSharedReceiveQueue} (ibv_get_srq_num(3)).
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
    void destroyed() {
        openDevice.cookies.release(cookie);
    }
}
