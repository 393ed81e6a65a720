package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.WorkRequestOpcode;
import java.util.Map;

/** The state that the requester and the responder of a queue pair share. */
final class QueuePairContext {
    final Adapter adapter;
    final int number;
    final QueuePairPlan plan;
    final QueuePairSettings settings = new QueuePairSettings();

    /** Written with the lock of the responder held. */
    volatile QueuePairState state = QueuePairState.RESET;

    QueuePairContext(Adapter adapter, int number, QueuePairPlan plan) {
        this.adapter = adapter;
        this.number = number;
        this.plan = plan;
        if (plan.isScalable()) {
            settings.rnrRetries = ScalableRequester.FOR_EVER;
        }
    }

    /** The completion counters, by what they count. Replaced with both locks held, in states in which nothing completes. */
    volatile Map<CompletionCounterOperation, SimulatedCompletionCounter> counters = Map.of();

    void count(CompletionCounterOperation operation, boolean success, int bytes) {
        SimulatedCompletionCounter counter = counters.get(operation);
        if (counter != null) {
            counter.count(success, bytes);
        }
    }

    void countSend(WorkRequestOpcode opcode, boolean success, int bytes) {
        if (!counters.isEmpty()) {
            CompletionCounterOperation counted = switch (SendRecords.completed(opcode)) {
                case SEND, TSO -> CompletionCounterOperation.SEND;
                case RDMA_READ -> CompletionCounterOperation.RDMA_READ;
                case RDMA_WRITE -> CompletionCounterOperation.RDMA_WRITE;
                default -> null;
            };
            if (counted != null) {
                count(counted, success, bytes);
            }
        }
    }

    /** Copies the data of a read to the message, or that of a write from it, and counts the operation. */
    void move(TransportMessage message, ScatterGatherList memory) {
        boolean reads = message.opcode == WorkRequestOpcode.RDMA_READ;
        if (reads) {
            memory.copyTo(message.bytes, 0);
        } else {
            message.bytes.copyTo(memory, 0);
        }
        count(
                reads ? CompletionCounterOperation.REMOTE_RDMA_READ : CompletionCounterOperation.REMOTE_RDMA_WRITE,
                true,
                message.length());
    }

    DataNetwork network() {
        return adapter.network();
    }

    ScatterGatherList newList(int entries) {
        return new ScatterGatherList(adapter.keys(), plan.domain(), number, entries);
    }

    void place(PortView port) {
        QueuePairSettings.Path path = settings.path();
        port.of(adapter.port(path.port()), path.partitionKeyIndex());
    }

    PortView newPortView() {
        return new PortView(adapter.network(), adapter.port(settings.path().port()));
    }

    void report(AsyncEventType event) {
        plan.events().add(event.code(), plan.cookie());
    }
}
