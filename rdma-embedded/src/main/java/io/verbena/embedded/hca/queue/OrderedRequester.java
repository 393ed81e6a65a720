package io.verbena.embedded.hca.queue;

import io.verbena.hca.QueuePairState;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;

/** A requester that keeps its requests in order, as all services of IBA do. */
final class OrderedRequester extends Requester {
    /** The duration of a bit at 1 kb/s. */
    private static final long NANOS_OF_A_BIT = 1_000_000;

    private final QueuePairSettings settings;
    private final SendRequestRing ring;
    private final Delivery delivery;

    /** Whether a request has failed, so that later requests are not attempted. */
    private boolean failed;

    /** The time at which a limited rate permits the next request; 0 before the first. */
    private long paceEnd;

    OrderedRequester(QueuePairContext pair, Responder responder) {
        super(pair, responder);
        this.settings = pair.settings;
        this.ring = new SendRequestRing(pair.plan.capacity(), pair.plan.headerBytes());
        this.delivery = switch (pair.plan.type()) {
            case UD -> new DatagramDelivery(pair, ring);
            case RAW_PACKET -> new RawDelivery(pair, ring);
            default -> new ConnectedDelivery(pair, ring);
        };
    }

    @Override
    boolean hasRoom(int count) {
        return ring.hasRoom(count);
    }

    @Override
    void add(RecordMemory requests, int at) {
        // Datagrams and frames are delayed on their way to each of their destinations.
        long delay = network.faults.isQuiet() || !pair.plan.isConnected() ? 0 : network.faults.delayNanos();
        long sent = settings.rateKilobits == 0 ? 0 : paced(requests.bytes(), at);
        long arrival =
                delay == 0 && sent == 0 ? 0 : Math.max(sent, network.timeline().nanoTime()) + delay;
        ring.add(requests, at, arrival);
    }

    /** Returns the time at which the last bit of a request has left the adapter at the limited rate. */
    private long paced(ByteBuffer records, int at) {
        long bits = (long) SendRecords.bytes(records, at) * Byte.SIZE;
        long now = network.timeline().nanoTime();
        long start = paceEnd == 0 || paceEnd - now < 0 ? now : paceEnd;
        paceEnd = start + bits * NANOS_OF_A_BIT / settings.rateKilobits;
        return paceEnd;
    }

    @Override
    boolean carries(WorkRequestOpcode opcode, ByteBuffer records, int at) {
        return delivery.carries(opcode)
                && (opcode != WorkRequestOpcode.TSO
                        || (records.getShort(at + SendRecord.TSO_HEADER_LENGTH) & 0xffff) <= pair.plan.headerBytes());
    }

    @Override
    void work() {
        do {
            if (pair.state == QueuePairState.READY_TO_SEND) {
                begin();
            }
        } while (complete());
        switch (pair.state) {
            case ERROR, SEND_QUEUE_ERROR -> flush();
            case SEND_QUEUE_DRAINED -> {
                if (isDraining() && ring.isAllDone()) {
                    drained();
                }
            }
            default -> {
                // There is no further work.
            }
        }
        arm();
    }

    private void begin() {
        while (!failed && !ring.isAllBegun()) {
            WorkCompletionStatus result = delivery.attempt();
            if (result == null) {
                return;
            }
            failed = result != WorkCompletionStatus.SUCCESS;
            ring.begun(result, delivery.end());
        }
    }

    /** Completes the requests that are due; returns whether that allows further requests to start. */
    private boolean complete() {
        int reads = ring.reads();
        while (!ring.isAllDone()) {
            if (ring.end() != 0 && network.timeline().nanoTime() - ring.end() < 0) {
                break;
            }
            WorkCompletionStatus result = ring.result();
            if (!end(result)) {
                fail(true);
            } else if (result != WorkCompletionStatus.SUCCESS) {
                fail(false);
            }
        }
        return ring.reads() < reads && !ring.isAllBegun();
    }

    /** Completes the first outstanding request; returns false if the completion queue has overflowed. */
    private boolean end(WorkCompletionStatus result) {
        ByteBuffer records = ring.records();
        int at = ring.ended();
        boolean reported = isReported(result, records, at);
        boolean kept = report(result, records, at, reported);
        ring.done(reported);
        return kept;
    }

    private void fail(boolean queueLost) {
        boolean both = pair.plan.isReliable() || queueLost;
        fail(both ? QueuePairState.ERROR : QueuePairState.SEND_QUEUE_ERROR, queueLost);
    }

    private void flush() {
        while (ring.giveUp()) {
            end(WorkCompletionStatus.FLUSHED);
        }
        delivery.restart();
        failed = false;
    }

    /** Schedules the next piece of work. */
    private void arm() {
        long begin =
                ring.isAllBegun() || failed || pair.state != QueuePairState.READY_TO_SEND ? 0 : delivery.notBefore();
        long end = ring.isAllDone() ? 0 : ring.end();
        arm(begin == 0 || (end != 0 && end - begin < 0) ? end : begin);
    }

    @Override
    void clear() {
        ring.clear();
        delivery.close();
        failed = false;
    }

    @Override
    void connected() {
        delivery.connected();
    }
}
