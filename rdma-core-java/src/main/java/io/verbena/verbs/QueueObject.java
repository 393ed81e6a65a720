package io.verbena.verbs;

import io.verbena.spi.verbs.CallGate;
import io.verbena.spi.verbs.VerbsDriver;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** An object to which requests are posted, or from which completions are polled, so that counting its calls must cost little. */
abstract class QueueObject extends VerbsObject {
    /** The first argument of calls of the data path: the address of the gate, or the handle if Java counts the calls. */
    final long dataHandle;

    private final boolean isCountedHere;
    private volatile @Nullable CallGate gate;

    QueueObject(
            Rank rank,
            List<? extends VerbsObject> owners,
            long handle,
            ObjLongConsumer<? super VerbsDriver> destruction) {
        super(rank, owners, handle, destruction);
        CallGate passage = gateOrAbandon(handle);
        gate = passage;
        isCountedHere = passage == null;
        dataHandle = passage == null ? handle : passage.address();
        if (isClosed()) {
            // The device failed before it could close the gate.
            refused();
        }
    }

    private @Nullable CallGate gateOrAbandon(long handle) {
        try {
            return driver.gate(handle);
        } catch (RuntimeException | Error e) {
            abandon(e);
            throw e;
        }
    }

    /** Counts a call of the data path with {@link #dataHandle}, unless C counts it; {@link #exitData} must follow. */
    final void enterData() {
        if (isCountedHere) {
            enter();
        }
    }

    /** Ends a call that {@link #enterData} permitted. Call this method in a {@code finally} block. */
    @SuppressWarnings("ReachabilityFenceUsage")
    final void exitData() {
        if (isCountedHere) {
            exit();
        } else {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    final void refused() {
        CallGate passage = gate;
        if (passage != null) {
            passage.close();
        }
    }

    @Override
    final void awaitDataCalls() {
        CallGate passage = gate;
        if (passage != null) {
            driver.awaitCalls(passage);
        }
    }
}
