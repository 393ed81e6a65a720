package io.verbena.embedded.hca.queue;

import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
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

    /** Returns whether a request counts towards the initiator depth: an RDMA read or an atomic operation. */
    static boolean isRead(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.RDMA_READ || isAtomic(opcode);
    }

    static boolean has(SendFlag flag, ByteBuffer records, int at) {
        return (records.getInt(at + SendRecord.FLAGS) & flag.code()) != 0;
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
