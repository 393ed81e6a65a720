package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.TagHeader;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The receive requests of a queue pair: its own, or those of a shared receive queue. Guarded by the lock of the
 * responder.
 */
final class Receives {
    private static final int MAX_SEGMENTS = 32;

    private final QueuePairContext pair;
    private @Nullable SimulatedSharedReceiveQueue shared;
    private final ReceiveRequestRing own;
    private final ScatterGatherList place;
    private final CompletionEntry completion;
    private final RouteHeader header;

    private ByteBuffer slot;

    private ByteBuffer taken;

    /** The tag of the current message to a queue with tags, and whether it matched a receive; null for other messages. */
    private @Nullable TagHeader tag;

    private boolean matched;

    /** A slot for each queue from which an extended connection or a queue pair that spreads datagrams has received. */
    private final Map<SimulatedSharedReceiveQueue, ByteBuffer> slots = new WeakHashMap<>();

    Receives(QueuePairContext pair) {
        QueuePairPlan plan = pair.plan;
        QueuePairCapacity capacity = plan.capacity();
        this.pair = pair;
        this.shared = plan.shared();
        this.own = new ReceiveRequestRing(capacity.receives(), Math.max(1, capacity.receiveSegments()));
        this.slot = shared == null ? own.slot() : shared.slot();
        this.taken = slot;
        Domain domain = shared == null ? plan.domain() : shared.domain;
        int segments = plan.receivesElsewhere()
                ? MAX_SEGMENTS
                : shared == null ? capacity.receiveSegments() : shared.maxSegments();
        this.place = new ScatterGatherList(pair.adapter.keys(), domain, pair.number, segments);
        this.completion = new CompletionEntry(pair.number);
        this.header = new RouteHeader(pair.adapter.keys(), domain, pair.number);
    }

    boolean select(SimulatedWorkQueue queue) {
        select(queue.requests);
        return queue.isReady();
    }

    void select(SimulatedSharedReceiveQueue queue) {
        if (shared != queue) {
            shared = queue;
            slot = slots.computeIfAbsent(queue, SimulatedSharedReceiveQueue::slot);
            place.domain(queue.domain);
        }
    }

    boolean isForDatagrams() {
        return pair.plan.type() == QueuePairType.UD;
    }

    long post(RecordMemory requests, int stride, int count) {
        return own.post(requests, stride, count);
    }

    boolean next() {
        taken = slot;
        tag = null;
        matched = false;
        return shared == null ? own.take(slot) : shared.take(slot);
    }

    boolean next(TransportMessage message) {
        SimulatedSharedReceiveQueue from = shared;
        TagMatching tags = from == null ? null : from.tags;
        if (from == null || tags == null) {
            return next();
        }
        TagHeader header = header(message);
        if (header.kind() == TagHeader.Kind.NO_TAG || header.kind() == TagHeader.Kind.FINISHED) {
            boolean there = next();
            tag = header;
            return there;
        }
        matched = true;
        // A message without a match takes the next ordinary receive, which clears the flag.
        ByteBuffer receive = tags.take(header.tag(), () -> next() ? slot : null);
        tag = header;
        taken = receive == null ? slot : receive;
        return receive != null;
    }

    private static TagHeader header(TransportMessage message) {
        byte[] head = message.bytes.head(TagHeader.LENGTH);
        boolean known = head.length == TagHeader.LENGTH && head[0] >= 0 && head[0] < TagHeader.Kind.values().length;
        return known ? TagHeader.get(ByteBuffer.wrap(head), 0) : TagHeader.untagged(0);
    }

    int length(TransportMessage message) {
        return message.length() - (matched ? TagHeader.LENGTH : 0);
    }

    WorkCompletionStatus reach(long length) {
        int segments = taken.getInt(ReceiveRecord.SEGMENT_COUNT);
        if (!place.addAll(taken, ReceiveRecord.SEGMENTS, segments, AccessFlag.LOCAL_WRITE.code())) {
            return WorkCompletionStatus.LOCAL_PROTECTION_ERROR;
        }
        return length > place.length() ? WorkCompletionStatus.LOCAL_LENGTH_ERROR : WorkCompletionStatus.SUCCESS;
    }

    /**
     * Copies a message to the memory of the current request.
     *
     * @param behind number of bytes to reserve for the global route header
     */
    void fill(TransportMessage message, int behind) {
        if (behind > 0 && message.global) {
            header.write(message, place);
        }
        message.bytes.copyTo(matched ? TagHeader.LENGTH : 0, place, behind);
    }

    void fill(ScatterGatherList frame) {
        frame.copyTo(place, 0);
    }

    CompletionEntry completion(WorkCompletionOpcode opcode) {
        CompletionEntry done = completion.of(taken.getLong(ReceiveRecord.ID), opcode, WorkCompletionStatus.SUCCESS);
        return tag == null ? done : done.tagged(tag, matched);
    }

    boolean complete(CompletionEntry done) {
        SimulatedSharedReceiveQueue from = shared;
        SimulatedCompletionQueue ofQueue = from == null ? null : from.completions;
        SimulatedCompletionQueue queue = ofQueue == null ? pair.plan.receives() : ofQueue;
        pair.count(CompletionCounterOperation.RECEIVE, done.isSuccess(), done.bytes());
        return queue == null || queue.add(done);
    }

    void fail(WorkCompletionStatus status) {
        complete(completion.of(taken.getLong(ReceiveRecord.ID), WorkCompletionOpcode.RECEIVE, status));
    }

    void flush() {
        while (!pair.plan.receivesElsewhere() && own.take(slot)) {
            taken = slot;
            fail(WorkCompletionStatus.FLUSHED);
        }
    }

    /** Reports that the queue pair takes no further requests from the shared receive queue (IBA 11.6.3.4). */
    void ended() {
        if (shared != null && !pair.plan.receivesElsewhere()) {
            pair.report(AsyncEventType.LAST_REQUEST_REACHED);
        }
    }

    void clear() {
        own.clear();
    }

    void release() {
        place.clear();
    }

    /** Writes the global route header that precedes a datagram (IBA 8.3). Not safe for concurrent use. */
    private static final class RouteHeader {
        private static final int IP_VERSION = 6;

        /** The value for a base transport header (IBA 8.3.2). */
        private static final int NEXT_HEADER = 0x1b;

        private final byte[] bytes = new byte[GlobalRouteHeader.LENGTH];
        private final GlobalRouteHeader header = GlobalRouteHeader.LAYOUT.wrapWritable(bytes, 0);
        private final ScatterGatherList source;

        RouteHeader(KeyTable keys, Domain domain, int queuePair) {
            source = new ScatterGatherList(keys, domain, queuePair, 1);
            source.add(ByteBuffer.wrap(bytes), 0, bytes.length);
        }

        void write(TransportMessage message, ScatterGatherList target) {
            header.ipVersion(IP_VERSION)
                    .trafficClass(message.trafficClass)
                    .flowLabel(message.flowLabel)
                    .payloadLength(message.length())
                    .nextHeader(NEXT_HEADER)
                    .hopLimit(message.hopLimit)
                    .sgid(message.sourceGid)
                    .dgid(message.destinationGid);
            source.copyTo(target, 0);
        }
    }
}
