package io.verbena.embedded.hca.queue;

import io.verbena.hca.CompletionCounterType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A completion counter, which several queue pairs may count with. */
public final class SimulatedCompletionCounter {
    private final CompletionCounterType type;
    private final AtomicLong completions = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();

    private final AtomicInteger users = new AtomicInteger();

    public SimulatedCompletionCounter(CompletionCounterType type) {
        this.type = type;
    }

    /** Returns the completions or the errors. */
    public AtomicLong value(boolean ofErrors) {
        return ofErrors ? errors : completions;
    }

    public boolean isUsed() {
        return users.get() > 0;
    }

    void attached() {
        users.incrementAndGet();
    }

    void detached() {
        users.decrementAndGet();
    }

    void count(boolean success, int bytes) {
        if (!success) {
            errors.incrementAndGet();
        } else if (type == CompletionCounterType.BYTES) {
            completions.addAndGet(Integer.toUnsignedLong(bytes));
        } else {
            completions.incrementAndGet();
        }
    }
}
