package io.verbena.embedded.hca.queue;

import io.verbena.embedded.routing.Faults;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the requests of a queue pair in order, as its transport service defines. Guarded by the lock of the
 * requester.
 */
abstract class Delivery {
    final QueuePairContext pair;
    final QueuePairSettings settings;
    final SendRequestRing ring;
    final Adapter adapter;
    final DataNetwork network;
    final PortView port;
    final TransportMessage message;
    /** The earliest time of the next attempt; 0 if no attempt is due. */
    long notBefore;

    Delivery(QueuePairContext pair, SendRequestRing ring) {
        this.pair = pair;
        this.settings = pair.settings;
        this.ring = ring;
        this.adapter = pair.adapter;
        this.network = pair.network();
        this.port = pair.newPortView();
        this.message = new TransportMessage(pair.newList(pair.plan.capacity().sendSegments()));
    }

    abstract boolean carries(WorkRequestOpcode opcode);

    /**
     * Attempts to deliver the next request.
     *
     * @return the status of the completed request, or null if it must be attempted again
     */
    abstract @Nullable WorkCompletionStatus attempt();

    long end() {
        return 0;
    }

    void connected() {
        pair.place(port);
    }

    void close() {}

    void restart() {}

    /** Schedules the arrivals of a packet that the faults of the fabric delay, duplicate or lose. */
    final void arriveLater(Supplier<Runnable> arrival) {
        Faults faults = network.faults;
        for (int copies = faults.duplicates() ? 2 : 1; copies > 0; copies--) {
            long delay = faults.delayNanos();
            if (!faults.loses()) {
                network.engine.at(network.timeline().nanoTime() + delay, arrival.get());
            }
        }
    }

    final boolean isOnItsWay() {
        notBefore = ring.arrival();
        if (notBefore != 0 && network.timeline().nanoTime() - notBefore < 0) {
            return true;
        }
        notBefore = 0;
        return false;
    }
}
