package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.queue.TransportMessage.Acknowledgement;
import io.verbena.embedded.routing.Faults;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.MigrationState;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the requests of a connection: with retries on a reliable one (IBA 9.7.5), once on an unreliable one (IBA
 * 9.8.2). A message is not divided into packets, but its packets are counted, for losses and for packet sequence
 * numbers.
 */
final class ConnectedDelivery extends Delivery {
    private static final int SEQUENCE_MASK = 0xffffff;
    private static final int FOR_EVER = 7;
    private static final long TIMEOUT_UNIT_NANOS = 4096;

    private @Nullable DataRoute route;
    private QueuePairSettings.@Nullable Path routed;
    private int sequenceNumber;

    private Wait wait = Wait.NOTHING;

    private int tries;
    private int readyTries;
    private int arrived;
    private @Nullable Acknowledgement answer;

    private enum Wait {
        NOTHING,
        WAY,
        ANSWER,
        RECEIVER
    }

    ConnectedDelivery(QueuePairContext pair, SendRequestRing ring) {
        super(pair, ring);
    }

    @Override
    boolean carries(WorkRequestOpcode opcode) {
        return switch (opcode) {
            case UNKNOWN, TSO -> false;
            case RDMA_READ, ATOMIC_WRITE, FLUSH, COMPARE_AND_SWAP, FETCH_AND_ADD -> pair.plan.isReliable();
            default -> true;
        };
    }

    @Override
    void connected() {
        sequenceNumber = settings.sendSequenceNumber;
        restart();
    }

    @Override
    void close() {
        network.end(route);
        route = null;
        restart();
    }

    @Override
    void restart() {
        wait = Wait.NOTHING;
        notBefore = 0;
        tries = settings.retries;
        readyTries = settings.rnrRetries;
        arrived = 0;
        answer = null;
    }

    @Override
    long end() {
        return network.faults.isQuiet() || network.faults.delay().isZero()
                ? 0
                : network.timeline().nanoTime() + network.faults.delayNanos();
    }

    @Override
    @Nullable WorkCompletionStatus attempt() {
        if (isHeldUp()) {
            return null;
        }
        if (wait == Wait.NOTHING && ring.arrival() != 0) {
            wait(Wait.WAY, ring.arrival());
        }
        if (wait != Wait.NOTHING && (notBefore == 0 || network.timeline().nanoTime() - notBefore < 0)) {
            return null;
        }
        if (wait == Wait.ANSWER && !again()) {
            return ended(WorkCompletionStatus.RETRY_EXCEEDED);
        }
        try {
            WorkCompletionStatus result = ring.gather(adapter.keys(), message.bytes);
            if (result != null) {
                return ended(result);
            }
            address();
            return pair.plan.isReliable() ? reliable() : unreliable();
        } finally {
            message.bytes.clear();
        }
    }

    /**
     * Returns whether outstanding reads delay the next request: it is fenced, or the initiator depth is exhausted (IBA
     * 10.8.3.3, 11.2.5.2).
     */
    private boolean isHeldUp() {
        int at = ring.next();
        return ring.reads() > 0
                && (SendRecords.has(SendFlag.FENCE, ring.records(), at)
                        || (SendRecords.isRead(SendRecords.opcode(ring.records(), at))
                                && ring.reads() >= settings.readsBegun));
    }

    /** Prepares a retry, if need be on the alternate path; returns false if there were enough of them. */
    private boolean again() {
        if (tries == 0) {
            if (!settings.migrate()) {
                return false;
            }
            pair.report(AsyncEventType.PATH_MIGRATED);
            tries = settings.retries + 1;
        }
        tries--;
        adapter.countRetry();
        return true;
    }

    private void wait(Wait why, long until) {
        wait = why;
        notBefore = until;
    }

    private WorkCompletionStatus ended(WorkCompletionStatus result) {
        restart();
        return result;
    }

    private void address() {
        pair.place(port);
        AddressVector way = settings.path().address();
        message.migrated = settings.migration() == MigrationState.MIGRATED;
        ByteBuffer records = ring.records();
        int at = ring.next();
        message.opcode = SendRecords.opcode(records, at);
        message.reliable = pair.plan.isReliable();
        message.sourceQueuePair = pair.number;
        message.destinationQueuePair = settings.destination;
        message.partitionKey = port.key();
        message.sourceLid = port.lid(way.pathBits());
        message.serviceLevel = way.serviceLevel();
        message.immediate = records.getInt(at + SendRecord.IMMEDIATE);
        message.solicited = SendRecords.has(SendFlag.SOLICITED, records, at);
        message.remoteAddress = records.getLong(at + SendRecord.REMOTE_ADDRESS);
        boolean atomic = SendRecords.isAtomic(message.opcode);
        message.remoteKey = records.getInt(at + (atomic ? SendRecord.ATOMIC_KEY : SendRecord.REMOTE_KEY));
        message.operand = records.getLong(at + SendRecord.ATOMIC_OPERAND);
        message.swap = records.getLong(at + SendRecord.ATOMIC_SWAP);
        if (message.opcode == WorkRequestOpcode.ATOMIC_WRITE) {
            message.remoteKey = records.getInt(at + SendRecord.ATOMIC_KEY);
        }
        message.placement = records.get(at + SendRecord.FLUSH_PLACEMENT);
        message.wholeRegion = records.get(at + SendRecord.FLUSH_REGION) != 0;
        message.flushed = records.getLong(at + SendRecord.FLUSH_LENGTH);
        message.sharedReceiveQueue = records.getInt(at + SendRecord.REMOTE_SHARED_RECEIVE_QUEUE);
        message.extended = pair.plan.isExtended();
        message.sequenceNumber = sequenceNumber;
        int mtu = PortView.bytes(settings.mtu);
        message.packets = (int) Math.max(1, (message.bytes.length() + mtu - 1) / mtu);
    }

    private Acknowledgement deliver() {
        DataRoute known = route;
        QueuePairSettings.Path path = settings.path();
        if (known == null || !path.equals(routed) || !known.holds(network.revision(), message.partitionKey)) {
            known = network.route(port.port(), path.address(), message.partitionKey, known);
            route = known;
            routed = path;
        }
        if (known.count() == 0) {
            return Acknowledgement.NOTHING;
        }
        DataRoute.End end = known.end(0);
        Acknowledgement heard = end.receiver().receive(message, end.port());
        if (heard != Acknowledgement.NOTHING || !message.reliable) {
            known.countWithAnswer(message);
        }
        if (heard != Acknowledgement.NOTHING && message.reliable && !message.answerMigrated) {
            settings.arm();
        }
        return heard;
    }

    private WorkCompletionStatus unreliable() {
        Faults faults = network.faults;
        boolean lost = false;
        for (int packet = 0; packet < message.packets && !faults.isQuiet(); packet++) {
            lost |= faults.loses();
        }
        if (!lost) {
            deliver();
        }
        sequenceNumber = (sequenceNumber + message.packets) & SEQUENCE_MASK;
        return ended(WorkCompletionStatus.SUCCESS);
    }

    private @Nullable WorkCompletionStatus reliable() {
        if (SendRecords.isRead(message.opcode) && settings.readsBegun == 0) {
            return ended(WorkCompletionStatus.LOCAL_QUEUE_PAIR_OPERATION_ERROR);
        }
        Acknowledgement known = answer;
        if (known == null) {
            known = allArrive() ? deliver() : Acknowledgement.NOTHING;
        }
        switch (known) {
            case NOTHING -> {
                return later();
            }
            case NOT_READY -> {
                return whenReady();
            }
            default -> {
                // A request is not executed again if only its acknowledgement was lost.
                answer = known;
                if (!network.faults.isQuiet() && network.faults.loses()) {
                    return later();
                }
                sequenceNumber = (sequenceNumber + message.packets) & SEQUENCE_MASK;
                return ended(known.status);
            }
        }
    }

    /**
     * Waits for the acknowledgement timeout; a timeout of 0 means that the queue pair waits indefinitely (IBA
     * 9.9.2.4.1).
     */
    private @Nullable WorkCompletionStatus later() {
        int exponent = settings.path().timeout();
        long timeout = TIMEOUT_UNIT_NANOS << exponent;
        wait(Wait.ANSWER, exponent == 0 ? 0 : network.timeline().nanoTime() + timeout);
        return null;
    }

    private @Nullable WorkCompletionStatus whenReady() {
        if (readyTries == 0) {
            return ended(Acknowledgement.NOT_READY.status);
        }
        readyTries -= settings.rnrRetries == FOR_EVER ? 0 : 1;
        adapter.countRetry();
        wait(Wait.RECEIVER, network.timeline().nanoTime() + message.readyNanos);
        return null;
    }

    /**
     * Sends the remaining packets of the message, again from the first that was lost if a later packet reveals the
     * loss.
     */
    private boolean allArrive() {
        Faults faults = network.faults;
        while (!faults.isQuiet() && arrived < message.packets) {
            int lost = -1;
            boolean told = false;
            for (int packet = arrived; packet < message.packets; packet++) {
                boolean loses = faults.loses();
                told |= lost >= 0 && !loses;
                lost = lost < 0 && loses ? packet : lost;
            }
            if (lost > arrived) {
                tries = settings.retries;
            }
            arrived = lost < 0 ? message.packets : lost;
            if (lost >= 0 && (!told || faults.loses() || !again())) {
                return false;
            }
        }
        return true;
    }
}
