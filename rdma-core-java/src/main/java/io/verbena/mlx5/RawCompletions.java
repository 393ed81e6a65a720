package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5CompletionEntryRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The entries of a completion queue of a ConnectX device ({@code struct mlx5_cqe64}), for programs that poll the memory of the queue
 * themselves; see {@link Mlx5Layout#map}. An object of this class reads one entry at a time, which {@link #select} chooses. The numbers
 * that the getters return are those of the entry, even if its type does not have them.
 *
 * <p>Objects of this class are for one thread at a time. Reading allocates nothing.
 */
public final class RawCompletions {
    private static final VarHandle LAST_WORD = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int TYPE_SHIFT = 4;
    private static final int FORMAT_SHIFT = 2;
    private static final int FORMAT = 3;
    private static final int BYTE = 0xff;
    private static final int SHORT = 0xffff;
    private static final int NUMBER = 0xffffff;

    private final ByteBuffer memory;
    private final int entryBytes;
    private int at;

    private RawCompletions(ByteBuffer memory, int entryBytes) {
        this.memory = memory.slice().order(ByteOrder.BIG_ENDIAN);
        this.entryBytes = entryBytes;
        select(0);
    }

    /**
     * Returns the entries in a buffer, from its position to its limit, the first of which is selected.
     *
     * @param entryBytes the length of an entry, 64 or 128 bytes, of which the last 64 are read
     * @throws IllegalArgumentException if an entry has another length, or the buffer has no whole number of entries
     */
    public static RawCompletions in(ByteBuffer memory, int entryBytes) {
        boolean isLength =
                entryBytes == Mlx5CompletionEntryRecord.SIZE || entryBytes == 2 * Mlx5CompletionEntryRecord.SIZE;
        if (!isLength || memory.remaining() == 0 || memory.remaining() % entryBytes != 0) {
            throw new IllegalArgumentException(memory.remaining() + " bytes of completions of " + entryBytes
                    + " bytes; a queue has one or more entries of 64 or 128 bytes");
        }
        return new RawCompletions(memory, entryBytes);
    }

    /** Returns the number of entries. */
    public int entries() {
        return memory.capacity() / entryBytes;
    }

    /** Selects an entry, from 0. */
    public RawCompletions select(int index) {
        at = index * entryBytes + entryBytes - Mlx5CompletionEntryRecord.SIZE;
        return this;
    }

    /**
     * Selects the next entry of a queue whose number of entries is a power of two, and returns whether the device has written it. If it
     * has, all its fields can be read.
     *
     * @param consumed the number of entries that were consumed so far
     */
    public boolean arrived(long consumed) {
        int count = entries();
        select((int) consumed & (count - 1));
        int last = (int) LAST_WORD.getAcquire(memory, at + Mlx5CompletionEntryRecord.COUNTER);
        boolean isOdd = (last & 1) != 0;
        return isOdd == ((consumed & count) != 0) && (last & BYTE) >>> TYPE_SHIFT != RawCompletionType.INVALID.code();
    }

    private int last() {
        return memory.get(at + Mlx5CompletionEntryRecord.OWNER) & BYTE;
    }

    private int shortAt(int offset) {
        return memory.getShort(at + offset) & SHORT;
    }

    /** Returns the bit that alternates each time the device has written all entries ({@code mlx5dv_get_cqe_owner}). */
    public int owner() {
        return last() & 1;
    }

    /** Sets the bit that alternates to the lowest bit of a number ({@code mlx5dv_set_cqe_owner}). */
    public void owner(int value) {
        memory.put(at + Mlx5CompletionEntryRecord.OWNER, (byte) ((value & 1) | (last() & ~1)));
    }

    /** Returns whether the event is solicited ({@code mlx5dv_get_cqe_se}). */
    public boolean isSolicited() {
        return (last() & 2) != 0;
    }

    /**
     * Returns the format ({@code mlx5dv_get_cqe_format}): 0 without data, 1 with 32 bytes of the message in the entry, 2 with 64 bytes in the
     * first half of an entry of 128 bytes, and 3 for a compressed entry.
     */
    public int format() {
        return last() >>> FORMAT_SHIFT & FORMAT;
    }

    /** Returns the type ({@code mlx5dv_get_cqe_opcode}). */
    public RawCompletionType type() {
        return RawCompletionType.of(last() >>> TYPE_SHIFT);
    }

    /** Returns the immediate data, the invalidated key, or the P_Key. */
    public int immediate() {
        return memory.getInt(at + Mlx5CompletionEntryRecord.IMMEDIATE);
    }

    /** Returns the number of the request of a queue with strides, or of a shared receive queue, 16 bits. */
    public int requestId() {
        return shortAt(Mlx5CompletionEntryRecord.REQUEST_ID);
    }

    /** Returns the number of bytes of the message. */
    public int byteCount() {
        return memory.getInt(at + Mlx5CompletionEntryRecord.BYTES);
    }

    /** Returns the timestamp; {@link Mlx5Clock#nanos} converts it. */
    public long timestamp() {
        return memory.getLong(at + Mlx5CompletionEntryRecord.TIMESTAMP);
    }

    /** Returns the index of the request in its queue, 16 bits: its first block of 64 bytes for sends. */
    public int index() {
        return shortAt(Mlx5CompletionEntryRecord.COUNTER);
    }

    /** Returns the operation of a request that has completed or failed. */
    public RawOperation operation() {
        return RawOperation.of(memory.get(at + Mlx5CompletionEntryRecord.QUEUE_PAIR) & BYTE);
    }

    /** Returns the number of the queue pair, 24 bits. */
    public int queuePair() {
        return memory.getInt(at + Mlx5CompletionEntryRecord.QUEUE_PAIR) & NUMBER;
    }

    /** Returns the number of the queue pair that has sent a datagram, 24 bits. */
    public int sourceQueuePair() {
        return memory.getInt(at + Mlx5CompletionEntryRecord.SOURCE) & NUMBER;
    }

    /** Returns the number of the shared receive queue, or the index that the application gave to the queue, 24 bits. */
    public int sharedQueue() {
        return memory.getInt(at + Mlx5CompletionEntryRecord.SHARED_QUEUE) & NUMBER;
    }

    /** Returns the code of a failure, {@code MLX5_CQE_SYNDROME_…}. */
    public int syndrome() {
        return memory.get(at + Mlx5CompletionEntryRecord.SYNDROME) & BYTE;
    }

    /** Returns the code of the vendor for a failure. */
    public int vendorSyndrome() {
        return memory.get(at + Mlx5CompletionEntryRecord.VENDOR_SYNDROME) & BYTE;
    }

    /** Returns the signature. */
    public int signature() {
        return memory.get(at + Mlx5CompletionEntryRecord.SIGNATURE) & BYTE;
    }

    /** Returns the 64 bytes of the entry in hexadecimal digits, 16 bytes a line. */
    public String dump() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Mlx5CompletionEntryRecord.SIZE; i += Integer.BYTES) {
            text.append("%08x".formatted(memory.getInt(at + i))).append((i + Integer.BYTES) % 16 == 0 ? '\n' : ' ');
        }
        return text.toString();
    }
}
