package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What this side does of a request: it finds the bytes, and what is of this side only it does whole. */
final class LocalRequests {
    /** The longest message (IBA 9.3.1). */
    static final long LONGEST = 1L << 31;

    private final KeyTable keys;
    private final SegmentList bytes;
    private final SendRing ring;

    LocalRequests(KeyTable keys, SegmentList bytes, SendRing ring) {
        this.keys = keys;
        this.bytes = bytes;
        this.ring = ring;
    }

    static boolean isAtomic(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.COMPARE_AND_SWAP || opcode == WorkRequestOpcode.FETCH_AND_ADD;
    }

    static boolean isRead(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.RDMA_READ || isAtomic(opcode);
    }

    static boolean isFenced(ByteBuffer records, int at) {
        return (records.getInt(at + SendRecord.FLAGS) & SendFlag.FENCE.code()) != 0;
    }

    static boolean isSolicited(ByteBuffer records, int at) {
        return (records.getInt(at + SendRecord.FLAGS) & SendFlag.SOLICITED.code()) != 0;
    }

    /** Finds the bytes of the next request; how it ended, null if the other side is to be asked. */
    @Nullable WorkCompletionStatus gather() {
        ByteBuffer records = ring.records();
        int at = ring.next();
        WorkRequestOpcode opcode = SendRing.opcode(records, at);
        if (opcode == WorkRequestOpcode.BIND_WINDOW) {
            return bind(records, at) ? WorkCompletionStatus.SUCCESS : WorkCompletionStatus.WINDOW_BIND_ERROR;
        }
        if (opcode == WorkRequestOpcode.LOCAL_INVALIDATE) {
            return bytes.invalidate(records.getInt(at + SendRecord.IMMEDIATE))
                    ? WorkCompletionStatus.SUCCESS
                    : WorkCompletionStatus.WINDOW_BIND_ERROR;
        }
        int segments = records.getInt(at + SendRecord.SEGMENT_COUNT);
        if ((records.getInt(at + SendRecord.FLAGS) & SendFlag.INLINE.code()) != 0) {
            int length = records.getInt(at + SendRecord.SEGMENTS + SegmentRecord.LENGTH);
            bytes.add(records, ring.inlineData(), length);
            return null;
        }
        int access = isRead(opcode) ? AccessFlag.LOCAL_WRITE.code() : 0;
        if (!bytes.addAll(records, at + SendRecord.SEGMENTS, segments, access)) {
            return WorkCompletionStatus.LOCAL_PROTECTION_ERROR;
        }
        boolean whole = isAtomic(opcode) ? segments == 1 && bytes.length() == Long.BYTES : bytes.length() <= LONGEST;
        return whole ? null : WorkCompletionStatus.LOCAL_LENGTH_ERROR;
    }

    private boolean bind(ByteBuffer records, int at) {
        return keys.windowAt(records.getLong(at + SendRecord.WINDOW))
                .bind(
                        bytes,
                        records.getInt(at + SendRecord.WINDOW_KEY),
                        keys.region(records.getLong(at + SendRecord.WINDOW_REGION)),
                        records.getLong(at + SendRecord.WINDOW_ADDRESS),
                        records.getLong(at + SendRecord.WINDOW_LENGTH),
                        records.getInt(at + SendRecord.WINDOW_ACCESS));
    }
}
