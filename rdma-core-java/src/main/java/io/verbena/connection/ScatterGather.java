package io.verbena.connection;

import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The scatter/gather list of a request: parts of buffers, which the request uses one after the other. It may be changed and
 * reused as soon as the request is posted. For one thread at a time. Allocates nothing after it was created.
 */
public final class ScatterGather {
    private final @Nullable LocalBuffer[] buffers;
    private final int[] offsets;
    private final int[] lengths;
    private int count;
    private int bytes;

    /** Creates an empty list with room for {@code capacity} parts; see {@link ConnectionOptions#segments}. */
    public ScatterGather(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a list has room for at least 1 part, not " + capacity);
        }
        buffers = new @Nullable LocalBuffer[capacity];
        offsets = new int[capacity];
        lengths = new int[capacity];
    }

    /**
     * Appends a part of a buffer.
     *
     * @throws BufferBoundsException if the part is outside the buffer
     * @throws ConnectionException if the buffer is of another group or connection than the first part
     * @throws IllegalStateException if the list is full
     * @throws IllegalArgumentException if the parts have 2 GiB or more in all
     */
    public ScatterGather add(LocalBuffer buffer, int offset, int length) {
        buffer.check(offset, length);
        if (count > 0) {
            buffer.requireOfOneConnectionWith(buffer(0));
        }
        if (count == buffers.length) {
            throw new IllegalStateException(
                    "the list is full with " + count + " parts; create it with a larger capacity");
        }
        if (length > Integer.MAX_VALUE - bytes) {
            throw new IllegalArgumentException(length + " bytes more than the " + bytes
                    + " of the list are more than one request moves, " + Integer.MAX_VALUE + "; use several");
        }
        buffers[count] = buffer;
        offsets[count] = offset;
        lengths[count++] = length;
        bytes += length;
        return this;
    }

    /** Removes all parts. */
    public ScatterGather clear() {
        Arrays.fill(buffers, 0, count, null);
        count = 0;
        bytes = 0;
        return this;
    }

    /** Returns the number of parts. */
    public int size() {
        return count;
    }

    /** Returns the number of bytes of all parts. */
    public int bytes() {
        return bytes;
    }

    LocalBuffer buffer(int index) {
        LocalBuffer buffer = buffers[index];
        if (buffer == null) {
            throw new IllegalStateException("the list has " + count + " parts, and no part " + index + "; add one");
        }
        return buffer;
    }

    void writeTo(SendRequests request, ProtectionDomain domain, boolean read) {
        for (int i = 0; i < count; i++) {
            LocalBuffer buffer = buffer(i);
            request.segment(read ? buffer.sink(domain) : buffer.region(domain), offsets[i], lengths[i]);
        }
    }

    void writeTo(ReceiveRequests request, ProtectionDomain domain) {
        for (int i = 0; i < count; i++) {
            request.segment(buffer(i).region(domain), offsets[i], lengths[i]);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("ScatterGather[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(lengths[i])
                    .append(" at ")
                    .append(offsets[i])
                    .append(" of ");
            text.append(buffers[i]);
        }
        return text.append(']').toString();
    }
}
