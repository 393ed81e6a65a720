package io.verbena.embedded.hca.queue;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads and writes the records of send requests. */
public final class SendRecords {
    private static final WorkRequestOpcode[] OPCODES = new WorkRequestOpcode[16];

    static {
        for (int code = 0; code < OPCODES.length; code++) {
            OPCODES[code] = WorkRequestOpcode.of(code);
        }
    }

    private SendRecords() {}

    /** Returns the result of posting: the number of requests posted, and in the upper half the errno of the next. */
    static long outcome(int posted, int errno) {
        return posted | ((long) errno << Integer.SIZE);
    }

    static WorkRequestOpcode opcode(ByteBuffer records, int at) {
        int code = records.getInt(at + SendRecord.OPCODE);
        return code < 0 || code >= OPCODES.length ? WorkRequestOpcode.UNKNOWN : OPCODES[code];
    }

    static boolean isAtomic(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.COMPARE_AND_SWAP || opcode == WorkRequestOpcode.FETCH_AND_ADD;
    }

    static boolean isRead(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.RDMA_READ || isAtomic(opcode);
    }

    static boolean has(SendFlag flag, ByteBuffer records, int at) {
        return (records.getInt(at + SendRecord.FLAGS) & flag.code()) != 0;
    }

    static boolean fit(QueuePairCapacity capacity, ByteBuffer records, int at) {
        int segments = records.getInt(at + SendRecord.SEGMENT_COUNT);
        return segments >= 0
                && segments <= Math.max(1, capacity.sendSegments())
                && (!has(SendFlag.INLINE, records, at) || length(records, at) <= capacity.inlineBytes());
    }

    static int bytes(ByteBuffer records, int at) {
        return switch (opcode(records, at)) {
            case COMPARE_AND_SWAP, FETCH_AND_ADD, ATOMIC_WRITE -> Long.BYTES;
            default -> (int) length(records, at);
        };
    }

    /** Returns the total length of the segments. */
    private static long length(ByteBuffer records, int at) {
        long length = 0;
        int segments = records.getInt(at + SendRecord.SEGMENT_COUNT);
        for (int i = 0, segment = at + SendRecord.SEGMENTS; i < segments; i++, segment += SegmentRecord.SIZE) {
            length += Integer.toUnsignedLong(records.getInt(segment + SegmentRecord.LENGTH));
        }
        return length;
    }

    static WorkCompletionOpcode completed(WorkRequestOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE -> WorkCompletionOpcode.RDMA_WRITE;
            case RDMA_READ -> WorkCompletionOpcode.RDMA_READ;
            case COMPARE_AND_SWAP -> WorkCompletionOpcode.COMPARE_AND_SWAP;
            case FETCH_AND_ADD -> WorkCompletionOpcode.FETCH_AND_ADD;
            case LOCAL_INVALIDATE -> WorkCompletionOpcode.LOCAL_INVALIDATE;
            case BIND_WINDOW -> WorkCompletionOpcode.BIND_WINDOW;
            case ATOMIC_WRITE -> WorkCompletionOpcode.ATOMIC_WRITE;
            case FLUSH -> WorkCompletionOpcode.FLUSH;
            case TSO -> WorkCompletionOpcode.TSO;
            default -> WorkCompletionOpcode.SEND;
        };
    }

    /** Returns the record of a request that binds a memory window. */
    public static RecordMemory bind(
            long id, int flags, long window, int key, long region, long address, long length, int access) {
        ByteBuffer bytes = ByteBuffer.allocate(SendRecord.SEGMENTS).order(ByteOrder.nativeOrder());
        bytes.putLong(SendRecord.ID, id)
                .putInt(SendRecord.OPCODE, WorkRequestOpcode.BIND_WINDOW.code())
                .putInt(SendRecord.FLAGS, flags)
                .putLong(SendRecord.WINDOW, window)
                .putInt(SendRecord.WINDOW_KEY, key)
                .putLong(SendRecord.WINDOW_REGION, region)
                .putLong(SendRecord.WINDOW_ADDRESS, address)
                .putLong(SendRecord.WINDOW_LENGTH, length)
                .putInt(SendRecord.WINDOW_ACCESS, access);
        return new RecordMemory(bytes, 0);
    }
}
