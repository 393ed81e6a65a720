package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.Region;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a send queue: {@link SendRecord}s with their inline data and the headers of segmented data. Guarded by the lock of
 * the requester.
 */
final class SendSlots {
    /** The length of the longest message (IBA 9.3.1). */
    private static final long MAX_LENGTH = 1L << 31;

    final int count;
    private final int size;
    private final int inline;
    private final int headers;
    private final ByteBuffer records;

    SendSlots(QueuePairCapacity capacity, int headerBytes) {
        this.count = Math.max(1, capacity.sends());
        this.inline = SendRecord.SEGMENTS + Math.max(1, capacity.sendSegments()) * SegmentRecord.SIZE;
        this.headers = inline + capacity.inlineBytes();
        this.size = (headers + headerBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        this.records = ByteBuffer.allocate(count * size).order(ByteOrder.nativeOrder());
    }

    int at(int slot) {
        return slot * size;
    }

    ByteBuffer records() {
        return records;
    }

    void store(int slot, RecordMemory requests, int at) {
        ByteBuffer from = requests.bytes();
        int target = at(slot);
        int segments = from.getInt(at + SendRecord.SEGMENT_COUNT);
        records.put(target, from, at, SendRecord.SEGMENTS + segments * SegmentRecord.SIZE);
        if (SendRecords.has(SendFlag.INLINE, from, at)) {
            int length = 0;
            for (int i = 0, segment = at + SendRecord.SEGMENTS; i < segments; i++, segment += SegmentRecord.SIZE) {
                int bytes = from.getInt(segment + SegmentRecord.LENGTH);
                int source = (int) (from.getLong(segment + SegmentRecord.ADDRESS) - requests.address());
                records.put(target + inline + length, from, source, bytes);
                length += bytes;
            }
            records.putInt(target + SendRecord.SEGMENT_COUNT, 1);
            records.putInt(target + SendRecord.SEGMENTS + SegmentRecord.LENGTH, length);
        }
        if (SendRecords.opcode(from, at) == WorkRequestOpcode.TSO) {
            int source = (int) (from.getLong(at + SendRecord.TSO_HEADER) - requests.address());
            records.put(target + headers, from, source, from.getShort(at + SendRecord.TSO_HEADER_LENGTH) & 0xffff);
        }
    }

    /** Returns a copy of the headers of the request at an offset, whose data the adapter divides into frames. */
    byte[] headers(int at) {
        byte[] copy = new byte[records.getShort(at + SendRecord.TSO_HEADER_LENGTH) & 0xffff];
        records.get(at + headers, copy);
        return copy;
    }

    /**
     * Adds the memory of the request at an offset to a list, or performs the request if it concerns this adapter only.
     *
     * @return the status with which the request completes, or null if it must be sent to the peer
     */
    @Nullable WorkCompletionStatus gather(int at, KeyTable keys, ScatterGatherList bytes) {
        WorkRequestOpcode opcode = SendRecords.opcode(records, at);
        if (opcode == WorkRequestOpcode.BIND_WINDOW) {
            return bind(keys, bytes, at) ? WorkCompletionStatus.SUCCESS : WorkCompletionStatus.WINDOW_BIND_ERROR;
        }
        if (opcode == WorkRequestOpcode.LOCAL_INVALIDATE) {
            return bytes.invalidate(records.getInt(at + SendRecord.IMMEDIATE))
                    ? WorkCompletionStatus.SUCCESS
                    : WorkCompletionStatus.WINDOW_BIND_ERROR;
        }
        int segments = records.getInt(at + SendRecord.SEGMENT_COUNT);
        if (SendRecords.has(SendFlag.INLINE, records, at)) {
            bytes.add(records, at + inline, records.getInt(at + SendRecord.SEGMENTS + SegmentRecord.LENGTH));
            return null;
        }
        int access = SendRecords.isRead(opcode) ? AccessFlag.LOCAL_WRITE.code() : 0;
        if (!bytes.addAll(records, at + SendRecord.SEGMENTS, segments, access)) {
            return WorkCompletionStatus.LOCAL_PROTECTION_ERROR;
        }
        boolean valid = switch (opcode) {
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> segments == 1 && bytes.length() == Long.BYTES;
            case ATOMIC_WRITE, FLUSH -> segments == 0;
            default -> bytes.length() <= MAX_LENGTH;
        };
        return valid ? null : WorkCompletionStatus.LOCAL_LENGTH_ERROR;
    }

    private boolean bind(KeyTable keys, ScatterGatherList bytes, int at) {
        Region region = keys.findRegion(records.getLong(at + SendRecord.WINDOW_REGION));
        return region != null
                && keys.windowAt(records.getLong(at + SendRecord.WINDOW))
                        .bind(
                                bytes,
                                records.getInt(at + SendRecord.WINDOW_KEY),
                                region,
                                records.getLong(at + SendRecord.WINDOW_ADDRESS),
                                records.getLong(at + SendRecord.WINDOW_LENGTH),
                                records.getInt(at + SendRecord.WINDOW_ACCESS));
    }
}
