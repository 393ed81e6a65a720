package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;
import java.util.Objects;

/**
 * Completions of requests without futures, filled by {@link RdmaConnection#awaitCompletions(Queue, Completions, int,
 * java.time.Duration)}. Reusable. For one thread at a time.
 */
public final class Completions {
    private final long[] requests;
    private final int[] bytes;
    private final WorkCompletionStatus[] statuses;
    private int size;

    /** Creates an object with room for {@code capacity} completions. */
    public Completions(int capacity) {
        requests = new long[capacity];
        bytes = new int[capacity];
        statuses = new WorkCompletionStatus[capacity];
    }

    /** Returns the maximum number of completions. */
    public int capacity() {
        return requests.length;
    }

    /** Returns the number of completions. */
    public int size() {
        return size;
    }

    /** Returns the number of the request, as {@link RdmaOperations} returned it. */
    public long request(int index) {
        return requests[Objects.checkIndex(index, size)];
    }

    /** Returns the number of bytes that the request moved. */
    public int bytes(int index) {
        return bytes[Objects.checkIndex(index, size)];
    }

    /** Returns the status of the completion. */
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
