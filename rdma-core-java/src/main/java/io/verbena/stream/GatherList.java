package io.verbena.stream;

import io.verbena.verbs.SendRequests;
import java.util.Arrays;

/**
 * Registered memory that {@link RdmaStream#writeRegisteredNow} sends in this order, without a copy. A list can be used again and
 * again; use it by one thread at a time.
 */
public final class GatherList {
    /** Number of scatter/gather entries of an RDMA write. The send ring, which wraps, needs as many. */
    static final int MAX_SEGMENTS = 2;

    private long[] addresses = new long[16];
    private int[] lengths = new int[16];
    private int[] keys = new int[16];
    private int size;
    private long bytes;

    /** The memory of the next request: its first segment, the offset in there, and the length of each of its segments. */
    private int first;

    private int offset;
    private final int[] taken = new int[MAX_SEGMENTS];

    /**
     * Adds memory at the end.
     *
     * @param address the address of the first byte
     * @param length number of bytes, at least 1
     * @param localKey the local key of the memory in the {@link RdmaStream#protectionDomain} of the stream
     */
    public void add(long address, int length, int localKey) {
        if (length < 1) {
            throw new IllegalArgumentException("length is " + length + "; add memory of at least 1 byte");
        }
        if (size == lengths.length) {
            addresses = Arrays.copyOf(addresses, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
        }
        bytes += length;
        addresses[size] = address;
        lengths[size] = length;
        keys[size++] = localKey;
    }

    /** Removes everything. */
    public void clear() {
        size = 0;
        bytes = 0;
    }

    /** Returns the number of entries. */
    public int size() {
        return size;
    }

    /** Returns the number of bytes of all entries. */
    public long bytes() {
        return bytes;
    }

    void rewind() {
        first = 0;
        offset = 0;
        Arrays.fill(taken, 0);
    }

    /** Goes on to the memory of the next request, and returns its length: at most the room, in at most some segments. */
    int next(int room, int maxSegments) {
        for (int length : taken) {
            offset += length;
            if (length > 0 && offset == lengths[first]) {
                first++;
                offset = 0;
            }
        }
        int total = 0;
        Arrays.fill(taken, 0);
        for (int i = 0; i < maxSegments; i++) {
            int there = first + i < size ? lengths[first + i] - (i == 0 ? offset : 0) : 0;
            taken[i] = Math.min(there, room - total);
            total += taken[i];
        }
        return total;
    }

    /** Shortens the next request, which has one segment. */
    void shorten(int length) {
        taken[0] = length;
    }

    /** Returns the address of the memory of a request in one segment. */
    long address() {
        return addresses[first] + offset;
    }

    /** Returns the local key of the memory of a request in one segment. */
    int localKey() {
        return keys[first];
    }

    /** Adds the segments of the next request to it. */
    SendRequests addTo(SendRequests request) {
        for (int i = 0; i < MAX_SEGMENTS && taken[i] > 0; i++) {
            request.segment(addresses[first + i] + (i == 0 ? offset : 0), taken[i], keys[first + i]);
        }
        return request;
    }
}
