package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;
import java.util.Objects;

/**
 * How requests ended that no future waits for: filled by {@link RdmaConnection#awaitCompletions(Queue, Completions,
 * int, java.time.Duration)}, and used again. For one thread at a time.
 */
public final class Completions {
    private final long[] requests;
    private final int[] bytes;
    private final WorkCompletionStatus[] statuses;
    private int size;

    /** With room for so many. */
    public Completions(int capacity) {
        requests = new long[capacity];
        bytes = new int[capacity];
        statuses = new WorkCompletionStatus[capacity];
    }

    /** How many it has room for. */
    public int capacity() {
        return requests.length;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The number of the request, which {@link RawRequests} answered. */
    public long request(int index) {
        return requests[Objects.checkIndex(index, size)];
    }

    /** How many bytes it moved. */
    public int bytes(int index) {
        return bytes[Objects.checkIndex(index, size)];
    }

    /** How it ended. */
    public WorkCompletionStatus status(int index) {
        return statuses[Objects.checkIndex(index, size)];
    }

    void clear() {
        size = 0;
    }

    void add(long request, int moved, WorkCompletionStatus status) {
        requests[size] = request;
        bytes[size] = moved;
        statuses[size++] = status;
    }
}
