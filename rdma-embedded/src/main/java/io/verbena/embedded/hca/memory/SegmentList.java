package io.verbena.embedded.hca.memory;

import io.verbena.spi.verbs.SegmentRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message, in several places. It is filled, copied from or to, and {@linkplain #clear cleared}, by one thread
 * at a time; until then its regions are not closed.
 */
public final class SegmentList {
    private final KeyTable keys;
    private final Domain domain;
    private final int queuePair;
    private final @Nullable ByteBuffer[] buffers;
    private final @Nullable Region[] regions;
    private final int[] offsets;
    private final int[] lengths;
    private int count;
    private long length;

    /** For a queue pair of a domain. */
    public SegmentList(KeyTable keys, Domain domain, int queuePair, int most) {
        int room = Math.max(1, most);
        this.keys = keys;
        this.domain = domain.root();
        this.queuePair = queuePair;
        this.buffers = new @Nullable ByteBuffer[room];
        this.regions = new @Nullable Region[room];
        this.offsets = new int[room];
        this.lengths = new int[room];
    }

    Domain domain() {
        return domain;
    }

    int queuePair() {
        return queuePair;
    }

    /** How many bytes there are. */
    public long length() {
        return length;
    }

    /** Adds what {@link SegmentRecord}s name; false if one cannot be reached so. */
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

    /** Adds what a key of this side stands for, which the other side named; false if it may not. */
    public boolean add(int key, long address, int bytes, int access) {
        Keyed keyed = keys.find(key);
        return keyed != null && keyed.reach(this, key, address, bytes, access);
    }

    /** Adds bytes that are no region's. */
    public void add(ByteBuffer bytes, int offset, int size) {
        put(bytes, null, offset, size);
    }

    /** Makes a key of this side invalid; false if it could not be. */
    public boolean invalidate(int key) {
        Keyed keyed = keys.find(key);
        return keyed != null && keyed.invalidate(this, key);
    }

    boolean enter(Region region, int offset, int size) {
        if (!region.enter()) {
            return false;
        }
        put(region.bytes(), region, offset, size);
        return true;
    }

    private void put(ByteBuffer bytes, @Nullable Region region, int offset, int size) {
        buffers[count] = bytes;
        regions[count] = region;
        offsets[count] = offset;
        lengths[count] = size;
        count++;
        length += size;
    }

    /** Forgets all. */
    public void clear() {
        for (int i = 0; i < count; i++) {
            Region region = regions[i];
            if (region != null) {
                region.exit();
                regions[i] = null;
            }
            buffers[i] = null;
        }
        count = 0;
        length = 0;
    }

    private ByteBuffer buffer(int index) {
        ByteBuffer buffer = buffers[index];
        if (buffer == null) {
            throw new IllegalStateException("the segments are used by two threads");
        }
        return buffer;
    }

    /** Copies all bytes to others, which have room for them behind so many that are left out. */
    public void copyTo(SegmentList target, int leftOut) {
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

    /** Reads the first 8 bytes, in the order of the machine; they lie together. */
    public long getLong() {
        return buffer(0).getLong(offsets[0]);
    }

    /** Writes the first 8 bytes, which lie together. */
    public void putLong(long value) {
        buffer(0).putLong(offsets[0], value);
    }
}
