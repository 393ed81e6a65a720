package io.verbena.embedded.hca.queue;

import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Requests that are made here. */
public final class Requests {
    private Requests() {}

    /** One that binds a window. */
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
