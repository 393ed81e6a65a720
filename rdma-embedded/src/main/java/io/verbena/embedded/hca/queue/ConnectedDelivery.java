package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.embedded.routing.Faults;
import io.verbena.hca.AddressVector;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers to the other end of a connection: with retries where it is reliable (IBA 9.7.5), and else once (IBA 9.8.2). Packets
 * are not made; they are counted, for those that get lost and for their numbers.
 */
final class ConnectedDelivery implements Delivery {
    private static final int SEQUENCE_MASK = 0xffffff;
    private static final int FOR_EVER = 7;
    private static final long TIMEOUT_UNIT_NANOS = 4096;

    private final QueuePair pair;
    private final Settings settings;
    private final SendRing ring;
    private final Network network;
    private final PortView port;
    private final Message message;
    private final LocalRequests local;
    private @Nullable Route route;
    private int sequenceNumber;

    /** What holds the request up. */
    private Wait wait = Wait.NOTHING;

    private long notBefore;
    private int tries;
    private int readyTries;
    private int arrived;
    private @Nullable Answer answer;

    private enum Wait {
        NOTHING,
        WAY,
        ANSWER,
        RECEIVER
    }

    ConnectedDelivery(QueuePair pair, Settings settings, SendRing ring) {
        this.pair = pair;
        this.settings = settings;
        this.ring = ring;
        this.network = pair.adapter().network();
        this.port = new PortView(network, pair.adapter().port(settings.port));
        SegmentList bytes = new SegmentList(
                pair.adapter().keys(),
                pair.plan().domain(),
                pair.number(),
                pair.plan().capacity().sendSegments());
        this.message = new Message(bytes);
        this.local = new LocalRequests(pair.adapter().keys(), bytes, ring);
    }

    @Override
    public boolean carries(WorkRequestOpcode opcode) {
        return switch (opcode) {
            case UNKNOWN -> false;
            case RDMA_READ, COMPARE_AND_SWAP, FETCH_AND_ADD -> pair.isReliable();
            default -> true;
        };
    }

    @Override
    public void connected() {
        sequenceNumber = settings.sendSequenceNumber;
        restart();
    }

    @Override
    public void close() {
        network.end(route);
        route = null;
        restart();
    }

    @Override
    public void restart() {
        wait = Wait.NOTHING;
        notBefore = 0;
        tries = settings.retries;
        readyTries = settings.rnrRetries;
        arrived = 0;
        answer = null;
    }

    @Override
    public long notBefore() {
        return notBefore;
    }

    @Override
    public long end() {
        return network.faults().isQuiet() || network.faults().delay().isZero()
                ? 0
                : network.timeline().nanoTime() + network.faults().delayNanos();
    }

    @Override
    public @Nullable WorkCompletionStatus attempt() {
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
            WorkCompletionStatus result = local.gather();
            if (result != null) {
                return ended(result);
            }
            address();
            return pair.isReliable() ? reliable() : unreliable();
        } finally {
            message.bytes.clear();
        }
    }

    /** By reads that are under way: it is fenced, or one more than may be (IBA 10.8.3.3, 11.2.5.2). */
    private boolean isHeldUp() {
        int at = ring.next();
        return ring.reads() > 0
                && (LocalRequests.isFenced(ring.records(), at)
                        || (LocalRequests.isRead(SendRing.opcode(ring.records(), at))
                                && ring.reads() >= settings.readsBegun));
    }

    private boolean again() {
        if (tries == 0) {
            return false;
        }
        tries--;
        pair.adapter().retried();
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

    /** Writes the headers. */
    private void address() {
        port.of(pair.adapter().port(settings.port), settings.partitionKeyIndex);
        AddressVector way = settings.address;
        ByteBuffer records = ring.records();
        int at = ring.next();
        message.opcode = SendRing.opcode(records, at);
        message.reliable = pair.isReliable();
        message.sourceQueuePair = pair.number();
        message.destinationQueuePair = settings.destination;
        message.partitionKey = port.key();
        message.sourceLid = port.lid(way.pathBits());
        message.serviceLevel = way.serviceLevel();
        message.immediate = records.getInt(at + SendRecord.IMMEDIATE);
        message.solicited = LocalRequests.isSolicited(records, at);
        message.remoteAddress = records.getLong(at + SendRecord.REMOTE_ADDRESS);
        boolean atomic = LocalRequests.isAtomic(message.opcode);
        message.remoteKey = records.getInt(at + (atomic ? SendRecord.ATOMIC_KEY : SendRecord.REMOTE_KEY));
        message.operand = records.getLong(at + SendRecord.ATOMIC_OPERAND);
        message.swap = records.getLong(at + SendRecord.ATOMIC_SWAP);
        message.sequenceNumber = sequenceNumber;
        int mtu = PortView.bytes(settings.mtu);
        message.packets = (int) Math.max(1, (message.bytes.length() + mtu - 1) / mtu);
    }

    private Answer deliver() {
        Route known = route;
        if (known == null || !known.holds(network, message.partitionKey)) {
            known = network.route(port.port(), settings.address, message.partitionKey, known);
            route = known;
        }
        if (known.count() == 0) {
            return Answer.NOTHING;
        }
        Route.End end = known.end(0);
        QueuePair other = end.adapter().queuePairs().find(settings.destination);
        Answer heard = other == null ? Answer.NOTHING : other.responder().take(message, end.port());
        if (heard != Answer.NOTHING || !message.reliable) {
            known.countWithAnswer(message);
        }
        return heard;
    }

    private WorkCompletionStatus unreliable() {
        Faults faults = network.faults();
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
        if (LocalRequests.isRead(message.opcode) && settings.readsBegun == 0) {
            return ended(WorkCompletionStatus.LOCAL_QUEUE_PAIR_OPERATION_ERROR);
        }
        Answer known = answer;
        if (known == null) {
            known = allArrive() ? deliver() : Answer.NOTHING;
        }
        switch (known) {
            case NOTHING -> {
                return later();
            }
            case NOT_READY -> {
                return whenReady();
            }
            default -> {
                // What is executed is not executed again when only its answer was lost.
                answer = known;
                if (!network.faults().isQuiet() && network.faults().loses()) {
                    return later();
                }
                sequenceNumber = (sequenceNumber + message.packets) & SEQUENCE_MASK;
                return ended(known.status());
            }
        }
    }

    /** Without a timeout it waits for ever (IBA 9.9.2.4.1). */
    private @Nullable WorkCompletionStatus later() {
        long timeout = TIMEOUT_UNIT_NANOS << settings.timeout;
        wait(Wait.ANSWER, settings.timeout == 0 ? 0 : network.timeline().nanoTime() + timeout);
        return null;
    }

    private @Nullable WorkCompletionStatus whenReady() {
        if (readyTries == 0) {
            return ended(Answer.NOT_READY.status());
        }
        readyTries -= settings.rnrRetries == FOR_EVER ? 0 : 1;
        pair.adapter().retried();
        wait(Wait.RECEIVER, network.timeline().nanoTime() + message.readyNanos);
        return null;
    }

    /** Sends what is left of the packets: from the first that is lost, as soon as one behind it tells that it is. */
    private boolean allArrive() {
        Faults faults = network.faults();
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
