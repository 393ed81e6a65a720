package io.verbena.connection;

import io.verbena.hca.WorkCompletionStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * The completions and bytes of all connections of this process since it started, for meters. Counting takes no lock and
 * allocates nothing. Safe for use by several threads.
 */
public final class TransferCounts {
    private static final TransferCounts SENDS = new TransferCounts();
    private static final TransferCounts RECEIVES = new TransferCounts();

    private final LongAdder bytes = new LongAdder();
    private final Map<WorkCompletionStatus, LongAdder> completions = new EnumMap<>(WorkCompletionStatus.class);

    private TransferCounts() {
        for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
            completions.put(status, new LongAdder());
        }
    }

    /** Returns the counts of all send queues, or of all receive queues. */
    public static TransferCounts of(Queue queue) {
        return queue == Queue.SEND ? SENDS : RECEIVES;
    }

    /** Returns the number of completions with a status. Unsignaled requests that succeeded are not counted. */
    public long completions(WorkCompletionStatus status) {
        return adder(status).sum();
    }

    /** Returns the number of bytes that successful requests have moved. */
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
