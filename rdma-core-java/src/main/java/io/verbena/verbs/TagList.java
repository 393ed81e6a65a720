package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.TagRecord;

/**
 * The tagged receives of a shared receive queue. The device delivers a message to the first receive with a matching tag, and a
 * message without a match to the ordinary receives (ibv_post_srq_ops(3)). Each change generates a completion on the completion
 * queue of the shared receive queue. Safe for use by several threads.
 */
public final class TagList {
    private final SharedReceiveQueue queue;

    TagList(SharedReceiveQueue queue) {
        this.queue = queue;
    }

    /**
     * Adds a receive for messages whose tag is {@code tag} in the bits of {@code mask}.
     *
     * @param id the ID that the completion of this change reports
     * @param receiveId the ID that the completion of the message reports
     * @param unexpected the number of unexpected messages that were handled since the queue was created
     * @param parts the memory for the message
     * @return the handle by which {@link #delete} removes the receive
     * @throws io.verbena.error.SysException if the list is full
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
     * Removes a receive. If a message has consumed it already, the completion has status {@link
     * io.verbena.hca.WorkCompletionStatus#TAG_MATCHING_ERROR}.
     */
    public void delete(long id, int added, int unexpected) {
        RecordMemory change = change(id, TagRecord.DELETE, 0);
        change.bytes().putInt(TagRecord.HANDLE, added).putInt(TagRecord.UNEXPECTED, unexpected);
        post(change);
    }

    /** Reports the number of handled unexpected messages to the device, which a completion may request. */
    public void synchronize(long id, int unexpected) {
        RecordMemory change = change(id, TagRecord.SYNCHRONIZE, 0);
        change.bytes().putInt(TagRecord.UNEXPECTED, unexpected);
        post(change);
    }

    private RecordMemory change(long id, int opcode, int segments) {
        RecordMemory change = queue.driver.records(TagRecord.SEGMENTS + segments * SegmentRecord.SIZE);
        change.bytes()
                .putLong(TagRecord.ID, id)
                .putInt(TagRecord.OPCODE, opcode)
                .putInt(TagRecord.FLAGS, TagRecord.SIGNALED | TagRecord.WITH_COUNT);
        return change;
    }

    private void post(RecordMemory change) {
        queue.using(() -> queue.driver.changeTags(queue.handle(), change));
    }
}
