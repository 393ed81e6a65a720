package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairState;

/** The state that the requester and the responder of a queue pair share. */
final class QueuePairContext {
    private final AdapterBase adapter;
    private final int number;
    private final QueuePairPlan plan;
    private final QueuePairSettings settings = new QueuePairSettings();

    /** Written with the lock of the responder held. */
    private volatile QueuePairState state = QueuePairState.RESET;

    QueuePairContext(AdapterBase adapter, int number, QueuePairPlan plan) {
        this.adapter = adapter;
        this.number = number;
        this.plan = plan;
    }

    AdapterBase adapter() {
        return adapter;
    }

    DataNetwork network() {
        return adapter.network();
    }

    int number() {
        return number;
    }

    QueuePairPlan plan() {
        return plan;
    }

    QueuePairSettings settings() {
        return settings;
    }

    QueuePairState state() {
        return state;
    }

    void state(QueuePairState next) {
        state = next;
    }

    /** Returns a list for the memory of a request, with room for a number of entries. */
    ScatterGatherList newList(int entries) {
        return new ScatterGatherList(adapter.keys(), plan.domain(), number, entries);
    }

    /** Returns a view of the port to which the queue pair is bound. */
    PortView newPortView() {
        return new PortView(adapter.network(), adapter.port(settings.port));
    }

    /** Adds an asynchronous event of this queue pair to the events of the device. */
    void report(AsyncEventType event) {
        plan.events().add(event.code(), plan.cookie());
    }
}
