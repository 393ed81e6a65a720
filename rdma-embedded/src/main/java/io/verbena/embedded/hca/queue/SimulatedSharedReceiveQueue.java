package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.error.Errno;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A shared receive queue (IBA 10.2.9). */
public final class SimulatedSharedReceiveQueue {
    final Domain domain;
    private final @Nullable XrcDomainFile xrcDomain;
    final @Nullable TagMatching tags;
    final @Nullable SimulatedCompletionQueue completions;
    final int segments;
    private final long cookie;
    private final EventQueue events;
    private final ReceiveRequestRing ring;

    /** The number of requests below which an event is reported once; 0 for no event. */
    private final AtomicInteger limit;

    /**
     * Creates an empty queue.
     *
     * @param xrcDomain the domain of the extended connections that fill the queue; null for none
     * @param completions the completion queue of receives by extended connections or with tags; null for none
     * @param tags the tagged receives; null for none
     */
    public SimulatedSharedReceiveQueue(
            Domain domain,
            @Nullable XrcDomainFile xrcDomain,
            @Nullable SimulatedCompletionQueue completions,
            @Nullable TagMatching tags,
            SharedReceiveQueueAttributes attributes,
            long cookie,
            EventQueue events) {
        this.domain = domain;
        this.xrcDomain = xrcDomain;
        this.completions = completions;
        this.tags = tags;
        this.segments = attributes.segments();
        this.cookie = cookie;
        this.events = events;
        this.ring = new ReceiveRequestRing(attributes.requests(), segments);
        this.limit = new AtomicInteger(attributes.limit());
    }

    boolean isIn(@Nullable XrcDomainFile wanted) {
        return wanted != null && wanted.equals(xrcDomain);
    }

    /** Returns whether this queue has tagged receives, to which reliable connections send only. */
    public boolean hasTags() {
        return tags != null;
    }

    /** Executes a change of the tag list; returns 0 or the errno of a change that is not possible. */
    public int changeTags(ByteBuffer change) {
        return tags == null ? Errno.EINVAL : tags.change(change);
    }

    int maxSegments() {
        return tags == null ? segments : Math.max(segments, tags.segments());
    }

    ByteBuffer slot() {
        return ring.slot();
    }

    /** Posts receive requests; returns the number posted, and in the upper half the errno of the next. */
    public long post(RecordMemory requests, int stride, int count) {
        return ring.post(requests, stride, count);
    }

    void clear() {
        ring.clear();
    }

    boolean take(ByteBuffer slot) {
        boolean there = ring.take(slot);
        int fewer = limit.get();
        if (there && fewer != 0 && ring.count() < fewer && limit.compareAndSet(fewer, 0)) {
            events.add(AsyncEventType.SHARED_RECEIVE_QUEUE_LIMIT.code(), cookie);
        }
        return there;
    }

    /** Returns the attributes of this queue. */
    public SharedReceiveQueueAttributes attributes() {
        return new SharedReceiveQueueAttributes(ring.capacity(), segments, limit.get());
    }

    /** Changes the capacity; returns false if the queue contains more requests. */
    public boolean resize(int requests) {
        return ring.resize(requests);
    }

    /** Requests an event for the time when the queue contains fewer requests than the limit. */
    public void limit(int fewer) {
        limit.set(fewer);
    }
}
