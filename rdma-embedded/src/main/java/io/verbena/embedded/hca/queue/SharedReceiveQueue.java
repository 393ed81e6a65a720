package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue of receives that queue pairs share (IBA 10.2.9). */
public final class SharedReceiveQueue {
    private final Domain domain;
    private final int segments;
    private final long cookie;
    private final EventQueue events;
    private final ReceiveRing ring;

    /** Fewer than so many are told once; 0 if nobody wants to know. */
    private final AtomicInteger limit;

    /** An empty one. */
    public SharedReceiveQueue(Domain domain, SharedReceiveQueueAttributes attributes, long cookie, EventQueue events) {
        this.domain = domain;
        this.segments = attributes.segments();
        this.cookie = cookie;
        this.events = events;
        this.ring = new ReceiveRing(attributes.requests(), segments);
        this.limit = new AtomicInteger(attributes.limit());
    }

    Domain domain() {
        return domain;
    }

    int segments() {
        return segments;
    }

    ByteBuffer slot() {
        return ring.slot();
    }

    /** Adds receives; how many, and why the next was not. */
    public long post(RecordMemory requests, int stride, int count) {
        return ring.post(requests, stride, count);
    }

    boolean take(ByteBuffer slot) {
        boolean there = ring.take(slot);
        int fewer = limit.get();
        if (there && fewer != 0 && ring.count() < fewer && limit.compareAndSet(fewer, 0)) {
            events.tell(AsyncEventType.SHARED_RECEIVE_QUEUE_LIMIT.code(), cookie);
        }
        return there;
    }

    /** What it is. */
    public SharedReceiveQueueAttributes attributes() {
        return new SharedReceiveQueueAttributes(ring.capacity(), segments, limit.get());
    }

    /** Changes how many there may be; false if more wait. */
    public boolean resize(int requests) {
        return ring.resize(requests);
    }

    /** Tells once when there are fewer. */
    public void limit(int fewer) {
        limit.set(fewer);
    }
}
