package io.verbena.verbs;

import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Counts the requests, or the bytes, that queue pairs complete, and those that fail (ibv_create_comp_cntr(3)). A program that only
 * needs to know how many requests have completed can read a counter instead of polling a completion queue. A counter is closed after
 * the queue pairs to which it is attached.
 */
public final class CompletionCounter extends VerbsObject {
    private final CompletionCounterType type;

    private CompletionCounter(VerbsObject context, long handle, CompletionCounterType type) {
        super(Rank.SHARED, List.of(context), handle, VerbsDriver::destroyCompletionCounter);
        this.type = type;
    }

    /** Creates a counter by an operation that returns its handle. */
    static CompletionCounter create(VerbsObject context, CompletionCounterType type, LongSupplier creation) {
        return context.using(() -> new CompletionCounter(context, creation.getAsLong(), type));
    }

    /** Returns what this counter counts. */
    public CompletionCounterType type() {
        return type;
    }

    /**
     * Attaches this counter to operations of a queue pair, which must be in state RESET or INIT, until the queue pair is destroyed
     * (ibv_qp_attach_comp_cntr(3)).
     *
     * @throws IllegalArgumentException if there are no operations
     * @throws io.verbena.error.SysException with EBUSY if the queue pair has a counter for one of the operations, or with EINVAL in
     *     another state
     */
    public void attach(QueuePair pair, CompletionCounterOperation... operations) {
        if (operations.length == 0) {
            throw new IllegalArgumentException("a counter without operations counts nothing; pass at least one");
        }
        requireSameDevice(pair);
        Set<CompletionCounterOperation> counted = EnumSet.copyOf(Arrays.asList(operations));
        holding(List.of(this, pair), () -> {
            driver.attachCompletionCounter(pair.handle(), handle(), counted);
            return this;
        });
    }

    /** Returns the number of completed requests, or of their bytes. */
    public long read() {
        return using(() -> driver.readCompletionCounter(handle(), false));
    }

    /** Returns the number of requests that failed. */
    public long readErrors() {
        return using(() -> driver.readCompletionCounter(handle(), true));
    }

    /** Sets the number of completed requests, or of their bytes. */
    public void set(long value) {
        using(() -> driver.setCompletionCounter(handle(), false, value));
    }

    /** Sets the number of requests that failed. */
    public void setErrors(long value) {
        using(() -> driver.setCompletionCounter(handle(), true, value));
    }

    /** Adds to the number of completed requests, or of their bytes. */
    public void add(long amount) {
        using(() -> driver.addToCompletionCounter(handle(), false, amount));
    }

    /** Adds to the number of requests that failed. */
    public void addErrors(long amount) {
        using(() -> driver.addToCompletionCounter(handle(), true, amount));
    }
}
