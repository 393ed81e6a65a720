package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.TagRecord;

/**
 * The receives with tags of a shared receive queue: the device gives a message to the first whose tag it has, and what has
 * none to the ordinary receives of the queue (ibv_post_srq_ops(3)). Each change is completed on the queue's completion
 * queue. Safe for use by several threads.
 */
public final class TagList {
    private final SharedReceiveQueue queue;

    TagList(SharedReceiveQueue queue) {
        this.queue = queue;
    }

    /**
     * Adds a receive for messages whose tag is {@code tag} in the bits of {@code mask}.
     *
     * @param id what the completion of this change tells
     * @param receiveId what the completion of the message tells
     * @param unexpected how many unexpected messages were taken since the queue was made
     * @param parts where the message goes
     * @return what {@link #delete} takes it out by
     * @throws io.verbena.error.SysException if the list is full, or the queue has none
     */
    public int add(long id, long receiveId, long tag, long mask, int unexpected, MemoryRange... parts) {
        RecordMemory change = change(id, TagRecord.ADD, parts.length);
        change.bytes()
                .putInt(TagRecord.UNEXPECTED, unexpected)
                .putLong(TagRecord.RECEIVE_ID, receiveId)
                .putLong(TagRecord.TAG, tag)
                .putLong(TagRecord.MASK, mask)
                .putInt(TagRecord.SEGMENT_COUNT, parts.length);
        for (int i = 0; i < parts.length; i++) {
            MemoryRange part = parts[i];
            queue.requireSameDevice(part.region());
            int at = TagRecord.SEGMENTS + i * SegmentRecord.SIZE;
            change.bytes()
                    .putLong(at + SegmentRecord.ADDRESS, part.region().address(part.offset(), part.length()))
                    .putInt(at + SegmentRecord.LENGTH, part.length())
                    .putInt(at + SegmentRecord.LOCAL_KEY, part.region().localKey());
        }
        post(change);
        return change.bytes().getInt(TagRecord.HANDLE);
    }

    /**
     * Takes a receive out. Where a message took it meanwhile, the completion says {@link
     * io.verbena.hca.WorkCompletionStatus#TAG_MATCHING_ERROR}.
     */
    public void delete(long id, int added, int unexpected) {
        RecordMemory change = change(id, TagRecord.DELETE, 0);
        change.bytes().putInt(TagRecord.HANDLE, added).putInt(TagRecord.UNEXPECTED, unexpected);
        post(change);
    }

    /** Tells the device how many unexpected messages were taken, which a completion may ask for. */
    public void synchronize(long id, int unexpected) {
        RecordMemory change = change(id, TagRecord.SYNCHRONIZE, 0);
        change.bytes().putInt(TagRecord.UNEXPECTED, unexpected);
        post(change);
    }

    private RecordMemory change(long id, int opcode, int segments) {
        RecordMemory change = queue.context().driver().records(TagRecord.SEGMENTS + segments * SegmentRecord.SIZE);
        change.bytes()
                .putLong(TagRecord.ID, id)
                .putInt(TagRecord.OPCODE, opcode)
                .putInt(TagRecord.FLAGS, TagRecord.SIGNALED | TagRecord.WITH_COUNT);
        return change;
    }

    private void post(RecordMemory change) {
        queue.using(() -> queue.context().driver().changeTags(queue.handle(), change));
    }
}
