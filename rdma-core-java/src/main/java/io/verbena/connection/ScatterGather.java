package io.verbena.connection;

import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parts of buffers that one request takes one after the other. It may be changed and used again as soon as the request is
 * posted. For one thread at a time; allocates nothing after it was made.
 */
public final class ScatterGather {
    private final @Nullable LocalBuffer[] buffers;
    private final int[] offsets;
    private final int[] lengths;
    private int count;
    private int bytes;

    /** An empty list with room for so many parts; see {@link ConnectionOptions#segments}. */
    public ScatterGather(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a list with room for " + most + " parts; it has at least one");
        }
        buffers = new @Nullable LocalBuffer[most];
        offsets = new int[most];
        lengths = new int[most];
    }

    /**
     * Adds a part behind those that are there.
     *
     * @throws BufferBoundsException if the buffer does not have it
     * @throws ConnectionException if it is of another group than the parts that are there
     * @throws IllegalStateException if there is no room
     * @throws IllegalArgumentException if all together have 2 GiB or more
     */
    public ScatterGather add(LocalBuffer buffer, int offset, int length) {
        buffer.check(offset, length);
        if (count > 0) {
            buffer.requireOf(buffer(0).region().domain());
        }
        if (count == buffers.length) {
            throw new IllegalStateException("the list has room for " + count + " parts; make it with room for more");
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

    /** Drops all parts. */
    public ScatterGather clear() {
        Arrays.fill(buffers, 0, count, null);
        count = 0;
        bytes = 0;
        return this;
    }

    /** How many parts there are. */
    public int size() {
        return count;
    }

    /** How many bytes they have together. */
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

    void writeTo(SendRequests request, boolean read) {
        for (int i = 0; i < count; i++) {
            LocalBuffer buffer = buffer(i);
            request.segment(read ? buffer.sink() : buffer.region(), offsets[i], lengths[i]);
        }
    }

    void writeTo(ReceiveRequests request) {
        for (int i = 0; i < count; i++) {
            request.segment(buffer(i).region(), offsets[i], lengths[i]);
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
