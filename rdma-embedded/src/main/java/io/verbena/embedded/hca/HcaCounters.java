package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.SimulatedCompletionCounter;
import io.verbena.error.Errno;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.Flags;
import java.util.Set;

/** Completion counters. */
abstract class HcaCounters extends HcaFlows {
    private final NumberTable<SimulatedCompletionCounter> completionCounters = new NumberTable<>(1, MAX_OBJECTS);

    HcaCounters(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    @Override
    public CompletionCounterLimits queryCompletionCounters() {
        return new CompletionCounterLimits(Long.MAX_VALUE, MAX_OBJECTS, Flags.of(CompletionCounterOperation.values()));
    }

    @Override
    public long createCompletionCounter(CompletionCounterType type) {
        return completionCounters
                .add(refusals, "ibv_create_comp_cntr", number -> new SimulatedCompletionCounter(number, type))
                .number();
    }

    @Override
    public void destroyCompletionCounter(long counter) {
        if (completionCounters.get(counter).isUsed()) {
            throw refusals.refuse(
                    "ibv_destroy_comp_cntr", Errno.EBUSY, "a queue pair counts with it; close the queue pair first");
        }
        completionCounters.remove(counter);
    }

    @Override
    public void setCompletionCounter(long counter, boolean errors, long value) {
        completionCounters.get(counter).value(errors).set(value);
    }

    @Override
    public void addToCompletionCounter(long counter, boolean errors, long amount) {
        completionCounters.get(counter).value(errors).addAndGet(amount);
    }

    @Override
    public long readCompletionCounter(long counter, boolean errors) {
        return completionCounters.get(counter).value(errors).get();
    }

    @Override
    public void attachCompletionCounter(long queuePair, long counter, Set<CompletionCounterOperation> operations) {
        int errno = adapter.queuePair(queuePair).count(completionCounters.get(counter), operations);
        if (errno != 0) {
            throw refusals.refuse(
                    "ibv_qp_attach_comp_cntr",
                    errno,
                    errno == Errno.EBUSY
                            ? "the queue pair has a counter for one of the operations already"
                            : "the queue pair is neither in state RESET nor in INIT");
        }
    }
}
