package io.verbena.embedded.hca.memory;

import io.verbena.spi.verbs.SegmentRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A scatter/gather list: the memory of one message. One thread at a time fills it, copies from or to it, and
 * {@linkplain #clear clears} it. Its regions are not closed before it is cleared.
 */
public final class ScatterGatherList implements KeyedMemory.Accessor {
    /** The buffer of entries that read as zeros and discard what is written to them. */
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final ByteBuffer ZEROS = ByteBuffer.allocate(4096).asReadOnlyBuffer();

    private final KeyTable keys;
    private Domain domain;
    private final int queuePair;
    private final @Nullable ByteBuffer[] buffers;
    private final @Nullable RegisteredBuffer[] registered;
    private final int[] offsets;
    private final int[] lengths;
    private int count;
    private long length;

    /** Creates an empty list for a queue pair. */
    public ScatterGatherList(KeyTable keys, Domain domain, int queuePair, int most) {
        int room = Math.max(1, most);
        this.keys = keys;
        this.domain = domain.root();
        this.queuePair = queuePair;
        this.buffers = new @Nullable ByteBuffer[room];
        this.registered = new @Nullable RegisteredBuffer[room];
        this.offsets = new int[room];
        this.lengths = new int[room];
    }

    @Override
    public Domain domain() {
        return domain;
    }

    /** Sets the protection domain of the memory that is added next. */
    public void domain(Domain next) {
        domain = next.root();
    }

    @Override
    public int queuePair() {
        return queuePair;
    }

    /** Returns the total length in bytes. */
    public long length() {
        return length;
    }

    /** Adds the memory of {@link SegmentRecord}s; returns false if the queue pair may not access one of them. */
    public boolean addAll(ByteBuffer records, int at, int segments, int access) {
        for (int i = 0, next = at; i < segments; i++, next += SegmentRecord.SIZE) {
            int bytes = records.getInt(next + SegmentRecord.LENGTH);
            long address = records.getLong(next + SegmentRecord.ADDRESS);
            int key = records.getInt(next + SegmentRecord.LOCAL_KEY);
            KeyedMemory keyed = bytes == 0 ? null : keys.find(key);
            if (bytes != 0 && (keyed == null || !keyed.isLocal() || !keyed.reach(this, key, address, bytes, access))) {
                return false;
            }
        }
        return true;
    }

    /** Adds local memory that the peer has named by a key; returns false if the access is not permitted. */
    public boolean add(int key, long address, int bytes, int access) {
        KeyedMemory keyed = keys.find(key);
        return keyed != null && keyed.reach(this, key, address, bytes, access);
    }

    /** Returns whether the access to the whole region or window with a key is permitted. Adds no bytes. */
    public boolean permits(int key, int access) {
        KeyedMemory keyed = keys.find(key);
        return keyed != null && keyed.reach(this, key, keyed.start(), 0, access);
    }

    /** Adds a part of a buffer that is not registered. */
    public void add(ByteBuffer bytes, int offset, int size) {
        put(bytes, null, offset, size);
    }

    /** Invalidates a local key; returns false if that is not permitted. */
    public boolean invalidate(int key) {
        KeyedMemory keyed = keys.find(key);
        return keyed != null && keyed.invalidate(this, key);
    }

    @Override
    public boolean enter(RegisteredBuffer buffer, int offset, int size) {
        if (!buffer.enter()) {
            return false;
        }
        put(buffer.bytes, buffer, offset, size);
        return true;
    }

    @Override
    public void enterNothing(int size) {
        put(NOTHING, null, 0, size);
    }

    private void put(ByteBuffer bytes, @Nullable RegisteredBuffer buffer, int offset, int size) {
        buffers[count] = bytes;
        registered[count] = buffer;
        offsets[count] = offset;
        lengths[count] = size;
        count++;
        length += size;
    }

    /** Removes all entries, and ends their use of the regions. */
    public void clear() {
        for (int i = 0; i < count; i++) {
            RegisteredBuffer buffer = registered[i];
            if (buffer != null) {
                buffer.exit();
                registered[i] = null;
            }
            buffers[i] = null;
        }
        count = 0;
        length = 0;
    }

    private ByteBuffer buffer(int index) {
        ByteBuffer buffer = buffers[index];
        if (buffer == null) {
            throw new IllegalStateException("the scatter/gather list is used by two threads");
        }
        return buffer;
    }

    /**
     * Copies all bytes to another list, which must have room for them.
     *
     * @param leftOut number of bytes to skip at the start of the target
     */
    public void copyTo(ScatterGatherList target, int leftOut) {
        copyTo(0, target, leftOut);
    }

    /**
     * Copies the bytes from an offset on to another list, which must have room for them.
     *
     * @param start number of bytes that are not copied
     * @param leftOut number of bytes to skip at the start of the target
     */
    public void copyTo(int start, ScatterGatherList target, int leftOut) {
        int to = 0;
        int done = leftOut;
        int skip = start;
        for (int from = 0; from < count; from++) {
            int copied = Math.min(skip, lengths[from]);
            skip -= copied;
            while (copied < lengths[from]) {
                while (done >= target.lengths[to]) {
                    done -= target.lengths[to++];
                }
                int part = Math.min(lengths[from] - copied, target.lengths[to] - done);
                copy(buffer(from), offsets[from] + copied, target.buffer(to), target.offsets[to] + done, part);
                copied += part;
                done += part;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // this buffer stands for a null memory region
    private static boolean isNothing(ByteBuffer buffer) {
        return buffer == NOTHING;
    }

    private static void copy(ByteBuffer from, int fromOffset, ByteBuffer to, int toOffset, int bytes) {
        if (isNothing(to)) {
            return;
        }
        if (!isNothing(from)) {
            to.put(toOffset, from, fromOffset, bytes);
            return;
        }
        for (int done = 0; done < bytes; done += ZEROS.capacity()) {
            to.put(toOffset + done, ZEROS, 0, Math.min(bytes - done, ZEROS.capacity()));
        }
    }

    /** Returns a copy of the first bytes, at most {@code max}. */
    public byte[] head(int max) {
        byte[] head = new byte[(int) Math.min(max, length())];
        for (int part = 0, done = 0; done < head.length; part++) {
            int bytes = Math.min(lengths[part], head.length - done);
            ByteBuffer from = buffer(part);
            if (!isNothing(from)) {
                from.get(offsets[part], head, done, bytes);
            }
            done += bytes;
        }
        return head;
    }

    /** Reads the first 8 bytes, which must be contiguous, in native byte order. */
    public long getLong() {
        return buffer(0).getLong(offsets[0]);
    }

    /** Writes the first 8 bytes, which must be contiguous, in native byte order. */
    public void putLong(long value) {
        ByteBuffer first = buffer(0);
        if (!isNothing(first)) {
            first.putLong(offsets[0], value);
        }
    }
}
