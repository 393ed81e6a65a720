package io.verbena.embedded.hca.memory;

import io.verbena.spi.verbs.SegmentRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A scatter/gather list: the memory of one message. One thread at a time fills it, copies from or to it, and
 * {@linkplain #clear clears} it. Its regions are not closed before it is cleared.
 */
public final class ScatterGatherList implements KeyedMemory.Accessor {
    private final KeyTable keys;
    private final Domain domain;
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
            if (bytes != 0
                    && !(keys.find(key) instanceof Region region && region.reach(this, key, address, bytes, access))) {
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
        put(buffer.bytes(), buffer, offset, size);
        return true;
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
        int to = 0;
        int done = leftOut;
        for (int from = 0; from < count; from++) {
            for (int copied = 0; copied < lengths[from]; ) {
                while (done >= target.lengths[to]) {
                    done -= target.lengths[to++];
                }
                int part = Math.min(lengths[from] - copied, target.lengths[to] - done);
                target.buffer(to).put(target.offsets[to] + done, buffer(from), offsets[from] + copied, part);
                copied += part;
                done += part;
            }
        }
    }

    /** Reads the first 8 bytes, which must be contiguous, in native byte order. */
    public long getLong() {
        return buffer(0).getLong(offsets[0]);
    }

    /** Writes the first 8 bytes, which must be contiguous, in native byte order. */
    public void putLong(long value) {
        buffer(0).putLong(offsets[0], value);
    }
}
