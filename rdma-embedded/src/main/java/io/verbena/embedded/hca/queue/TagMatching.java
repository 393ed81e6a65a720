package io.verbena.embedded.hca.queue;

import io.verbena.error.Errno;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.TagRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tagged receives of a shared receive queue (ibv_post_srq_ops(3)). The device counts the messages that it could not match. A
 * receive that is added before software has handled all of them waits, so that it does not overtake them; the completion of the
 * change asks for the count, and the receive matches from the time when software reports that none is left.
 */
public final class TagMatching {
    private final int capacity;
    private final int segments;
    private final SimulatedCompletionQueue completions;
    private final CompletionEntry completion = new CompletionEntry(0);
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Tagged> list = new ArrayList<>();
    private int unexpected;
    private int lastHandle;

    private static final class Tagged {
        private final int handle;
        private final long tag;
        private final long mask;
        private final ByteBuffer receive;
        private boolean waits;

        Tagged(int handle, long tag, long mask, ByteBuffer receive, boolean waits) {
            this.handle = handle;
            this.tag = tag;
            this.mask = mask;
            this.receive = receive;
            this.waits = waits;
        }
    }

    /**
     * Creates an empty list.
     *
     * @param capacity the maximum number of tagged receives
     * @param segments the maximum number of segments of each
     * @param completions receives the completions of changes
     */
    public TagMatching(int capacity, int segments, SimulatedCompletionQueue completions) {
        this.capacity = capacity;
        this.segments = segments;
        this.completions = completions;
    }

    int segments() {
        return segments;
    }

    int change(ByteBuffer change) {
        lock.lock();
        try {
            int opcode = change.getInt(TagRecord.OPCODE);
            boolean counts = (change.getInt(TagRecord.FLAGS) & TagRecord.WITH_COUNT) != 0;
            boolean behind = counts && change.getInt(TagRecord.UNEXPECTED) != unexpected;
            if (counts && !behind) {
                list.forEach(tagged -> tagged.waits = false);
            }
            return switch (opcode) {
                case TagRecord.ADD -> add(change, behind);
                case TagRecord.DELETE -> delete(change, behind);
                case TagRecord.SYNCHRONIZE -> {
                    complete(change, WorkCompletionOpcode.TAG_SYNCHRONIZE, WorkCompletionStatus.SUCCESS, behind);
                    yield 0;
                }
                default -> Errno.EINVAL;
            };
        } finally {
            lock.unlock();
        }
    }

    private int add(ByteBuffer change, boolean behind) {
        int parts = change.getInt(TagRecord.SEGMENT_COUNT);
        if (parts < 0 || parts > segments) {
            return Errno.EINVAL;
        }
        if (list.size() == capacity) {
            return Errno.ENOMEM;
        }
        ByteBuffer receive = ByteBuffer.allocate(ReceiveRecord.SEGMENTS + parts * SegmentRecord.SIZE)
                .order(ByteOrder.nativeOrder())
                .putLong(ReceiveRecord.ID, change.getLong(TagRecord.RECEIVE_ID))
                .putInt(ReceiveRecord.SEGMENT_COUNT, parts)
                .put(ReceiveRecord.SEGMENTS, change, TagRecord.SEGMENTS, parts * SegmentRecord.SIZE);
        int handle = ++lastHandle;
        list.add(new Tagged(handle, change.getLong(TagRecord.TAG), change.getLong(TagRecord.MASK), receive, behind));
        change.putInt(TagRecord.HANDLE, handle);
        complete(change, WorkCompletionOpcode.TAG_ADD, WorkCompletionStatus.SUCCESS, behind);
        return 0;
    }

    private int delete(ByteBuffer change, boolean behind) {
        int handle = change.getInt(TagRecord.HANDLE);
        boolean there = list.removeIf(tagged -> tagged.handle == handle);
        WorkCompletionStatus status = there ? WorkCompletionStatus.SUCCESS : WorkCompletionStatus.TAG_MATCHING_ERROR;
        complete(change, WorkCompletionOpcode.TAG_DELETE, status, behind);
        return 0;
    }

    private void complete(ByteBuffer change, WorkCompletionOpcode opcode, WorkCompletionStatus status, boolean behind) {
        if ((change.getInt(TagRecord.FLAGS) & TagRecord.SIGNALED) != 0) {
            completions.add(completion
                    .of(change.getLong(TagRecord.ID), opcode, status)
                    .flags(behind ? CompletionRecord.TAG_SYNCHRONIZATION : 0));
        }
    }

    /**
     * Takes the receive of a message with a tag from the list.
     *
     * @param ordinary takes an ordinary receive for an unexpected message, which counts if there is one
     * @return the first receive that matches, or an ordinary one; null if there is neither
     */
    @Nullable ByteBuffer take(long tag, Supplier<@Nullable ByteBuffer> ordinary) {
        lock.lock();
        try {
            for (Iterator<Tagged> each = list.iterator(); each.hasNext(); ) {
                Tagged tagged = each.next();
                if (!tagged.waits && (tag & tagged.mask) == tagged.tag) {
                    each.remove();
                    return tagged.receive;
                }
            }
            ByteBuffer receive = ordinary.get();
            if (receive != null) {
                unexpected++;
            }
            return receive;
        } finally {
            lock.unlock();
        }
    }
}
