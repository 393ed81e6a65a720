package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all connections of this process have transferred since it began, for whoever meters it. Counting takes neither a lock
 * nor an object. Safe for use by several threads.
 */
public final class TransferCounts {
    private static final Map<Queue, TransferCounts> ALL = new EnumMap<>(Queue.class);

    private final LongAdder bytes = new LongAdder();
    private final Map<WorkCompletionStatus, LongAdder> completions = new EnumMap<>(WorkCompletionStatus.class);

    static {
        for (Queue queue : Queue.values()) {
            ALL.put(queue, new TransferCounts());
        }
    }

    private TransferCounts() {
        for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
            completions.put(status, new LongAdder());
        }
    }

    /** Those of all queues of one kind. */
    public static TransferCounts of(Queue queue) {
        return Objects.requireNonNull(ALL.get(queue), queue::name);
    }

    /** How many requests ended so. One that is not to be completed, and ended well, is not counted. */
    public long completions(WorkCompletionStatus status) {
        return adder(status).sum();
    }

    /** How many bytes the requests have transferred that ended well. */
    public long bytes() {
        return bytes.sum();
    }

    void completed(WorkCompletionStatus status, int length) {
        adder(status).increment();
        if (status == WorkCompletionStatus.SUCCESS) {
            bytes.add(length);
        }
    }

    private LongAdder adder(WorkCompletionStatus status) {
        return Objects.requireNonNull(completions.get(status));
    }
}
