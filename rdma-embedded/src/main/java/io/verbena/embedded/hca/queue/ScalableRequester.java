package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.queue.TransportMessage.Acknowledgement;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.Multipath;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The requester of scalable reliable datagrams. Each request travels on a path of its own, so that it may arrive and complete before
 * earlier ones. A packet that a path loses is sent again on another path. A request is executed once, and its failure affects no
 * other request.
 *
 * <p>The states of a device that acts like this, and how it retries, are not public; the times are those of this simulation.
 */
final class ScalableRequester extends Requester {
    /** The number of RNR retries that stands for no limit. */
    static final int FOR_EVER = 7;

    private static final long AT_ONCE = 0;

    /** The time after which a packet without an acknowledgement is sent again. */
    private static final long RETRANSMISSION_NANOS = 1_000_000;

    /** The number of retransmissions after which a peer that does not respond is given up. */
    private static final int RETRANSMISSIONS = 1000;

    private final PortView port;
    private final TransportMessage message;
    private final SendSlots slots;
    private final Flight[] flights;

    /** The slots that no request has, and the requests in flight, oldest first. */
    private final int[] free;

    private int freeCount;
    private final int[] active;
    private int activeCount;

    private static final class Flight {
        long due;

        int path;

        /** The numbers of retransmissions and of RNR retries that are left. */
        int tries;

        int readyTries;

        boolean held;

        /** The response of the peer, which has executed the request; null before. */
        @Nullable Acknowledgement answer;
    }

    ScalableRequester(QueuePairContext pair, Responder responder) {
        super(pair, responder);
        this.port = pair.newPortView();
        this.message = new TransportMessage(pair.newList(pair.plan.capacity().sendSegments()));
        this.slots = new SendSlots(pair.plan.capacity(), 0);
        this.flights = new Flight[slots.count];
        this.free = new int[slots.count];
        this.active = new int[slots.count];
        freeAll();
    }

    @Override
    void clear() {
        freeAll();
    }

    private void freeAll() {
        activeCount = 0;
        freeCount = 0;
        for (int slot = slots.count - 1; slot >= 0; slot--) {
            free[freeCount++] = slot;
            flights[slot] = new Flight();
        }
    }

    @Override
    boolean hasRoom(int count) {
        return freeCount >= count;
    }

    @Override
    void add(RecordMemory requests, int at) {
        int slot = free[--freeCount];
        slots.store(slot, requests, at);
        active[activeCount++] = slot;
        Flight flight = flights[slot];
        flight.answer = null;
        flight.readyTries = pair.settings.rnrRetries;
        flight.held = pair.state == QueuePairState.SEND_QUEUE_DRAINED;
        flight.tries = RETRANSMISSIONS;
        send(flight, network.paths.choose(), AT_ONCE);
    }

    @Override
    boolean carries(WorkRequestOpcode opcode, ByteBuffer records, int at) {
        return opcode == WorkRequestOpcode.SEND
                || opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE
                || isOneSided(opcode);
    }

    private static boolean isOneSided(WorkRequestOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE, RDMA_READ -> true;
            default -> false;
        };
    }

    /** Sends a request on a path after some time. Reads the clock only if the request does not arrive at once. */
    private void send(Flight flight, int path, long afterNanos) {
        Faults faults = network.faults;
        long delay = afterNanos + network.paths.delayNanos(path) + (faults.isQuiet() ? 0 : faults.delayNanos());
        flight.path = path;
        flight.due = delay == 0 ? 0 : network.timeline().nanoTime() + delay;
    }

    @Override
    void work() {
        switch (pair.state) {
            case READY_TO_SEND, SEND_QUEUE_DRAINED -> proceed();
            case ERROR, SEND_QUEUE_ERROR -> flush();
            default -> {
                // There is no further work.
            }
        }
        if (isDraining() && isDrained()) {
            drained();
        }
        arm();
    }

    private void proceed() {
        boolean sends = pair.state == QueuePairState.READY_TO_SEND;
        int kept = 0;
        int count = activeCount;
        for (int i = 0; i < count; i++) {
            int slot = active[i];
            Flight flight = flights[slot];
            flight.held &= !sends;
            boolean due = !flight.held && (flight.due == 0 || network.timeline().nanoTime() - flight.due >= 0);
            WorkCompletionStatus result = due ? step(slot, flight) : null;
            if (result == null) {
                active[kept++] = slot;
            } else {
                complete(slot, result);
            }
        }
        activeCount = kept;
    }

    private @Nullable WorkCompletionStatus step(int slot, Flight flight) {
        Acknowledgement known = flight.answer;
        if (known != null) {
            return known.status;
        }
        try {
            WorkCompletionStatus refused = address(slots.at(slot));
            if (refused != null) {
                return refused;
            }
            known = isLost(flight.path) ? Acknowledgement.NOTHING : deliver(slots.at(slot));
        } finally {
            message.bytes.clear();
        }
        return switch (known) {
            case NOTHING -> again(flight);
            case NOT_READY -> whenReady(flight);
            default -> answered(flight, known);
        };
    }

    private boolean isLost(int path) {
        Multipath paths = network.paths;
        return paths.loses(path) || (!network.faults.isQuiet() && network.faults.loses());
    }

    private @Nullable WorkCompletionStatus again(Flight flight) {
        if (flight.tries-- == 0) {
            return WorkCompletionStatus.RESPONSE_TIMEOUT;
        }
        pair.adapter.countRetry();
        send(flight, network.paths.chooseOtherThan(flight.path), RETRANSMISSION_NANOS);
        return null;
    }

    private @Nullable WorkCompletionStatus whenReady(Flight flight) {
        if (flight.readyTries == 0) {
            return WorkCompletionStatus.RNR_RETRY_EXCEEDED;
        }
        flight.readyTries -= flight.readyTries == FOR_EVER ? 0 : 1;
        flight.tries = RETRANSMISSIONS;
        pair.adapter.countRetry();
        send(flight, network.paths.choose(), message.readyNanos);
        return null;
    }

    /** Waits for the acknowledgement, which takes a path of its own and may be lost. */
    private @Nullable WorkCompletionStatus answered(Flight flight, Acknowledgement answer) {
        if (network.paths.isSingle() && network.faults.isQuiet()) {
            return answer.status;
        }
        flight.answer = answer;
        int path = network.paths.choose();
        boolean lost = isLost(path);
        if (lost) {
            pair.adapter.countRetry();
        }
        send(flight, path, lost ? RETRANSMISSION_NANOS : AT_ONCE);
        return flight.due == 0 ? answer.status : null;
    }

    /** Writes the headers of the message; returns the status of a request that cannot be sent. */
    private @Nullable WorkCompletionStatus address(int at) {
        ByteBuffer records = slots.records();
        WorkRequestOpcode opcode = SendRecords.opcode(records, at);
        boolean oneSided = isOneSided(opcode);
        WorkCompletionStatus refused = slots.gather(at, pair.adapter.keys(), message.bytes);
        if (refused != null) {
            return refused;
        }
        pair.place(port);
        if (message.bytes.length() > (oneSided ? QueuePairPlan.MAX_SCALABLE_BYTES : port.mtu())) {
            return WorkCompletionStatus.LOCAL_LENGTH_ERROR;
        }
        message.opcode = opcode;
        message.reliable = true;
        message.scalable = true;
        message.packets = (int) Math.max(1, (message.bytes.length() + port.mtu() - 1) / port.mtu());
        message.sourceQueuePair = pair.number;
        message.destinationQueuePair =
                records.getInt(at + (oneSided ? SendRecord.ONE_SIDED_QUEUE_PAIR : SendRecord.REMOTE_QUEUE_PAIR));
        message.queueKey =
                records.getInt(at + (oneSided ? SendRecord.ONE_SIDED_QUEUE_KEY : SendRecord.REMOTE_QUEUE_KEY));
        message.immediate = records.getInt(at + SendRecord.IMMEDIATE);
        message.solicited = SendRecords.has(SendFlag.SOLICITED, records, at);
        message.remoteAddress = records.getLong(at + SendRecord.REMOTE_ADDRESS);
        message.remoteKey = records.getInt(at + SendRecord.REMOTE_KEY);
        message.partitionKey = port.key();
        return null;
    }

    private Acknowledgement deliver(int at) {
        ByteBuffer records = slots.records();
        int field = isOneSided(message.opcode) ? SendRecord.ONE_SIDED_ADDRESS_HANDLE : SendRecord.ADDRESS_HANDLE;
        SimulatedAddressHandle way = pair.adapter.addressHandles().find((int) records.getLong(at + field));
        if (way == null || PacketTransport.isMulticast(way.vector.dlid().bits())) {
            return Acknowledgement.INVALID_REQUEST;
        }
        message.sourceLid = port.lid(way.vector.pathBits());
        message.sourceGid = port.gid(way.vector.gidIndex());
        message.serviceLevel = way.vector.serviceLevel();
        DataRoute route = way.route(network, port);
        if (route.count() == 0) {
            return Acknowledgement.NOTHING;
        }
        DataRoute.End end = route.end(0);
        Acknowledgement heard = end.receiver().receive(message, end.port());
        if (heard != Acknowledgement.NOTHING) {
            route.countWithAnswer(message);
        }
        return heard;
    }

    private void complete(int slot, WorkCompletionStatus result) {
        ByteBuffer records = slots.records();
        int at = slots.at(slot);
        free[freeCount++] = slot;
        if (!report(result, records, at, isReported(result, records, at))) {
            fail(QueuePairState.ERROR, true);
            network.engine.soon(alarmed);
        }
    }

    private void flush() {
        int count = activeCount;
        activeCount = 0;
        for (int i = 0; i < count; i++) {
            complete(active[i], WorkCompletionStatus.FLUSHED);
        }
    }

    private boolean isDrained() {
        for (int i = 0; i < activeCount; i++) {
            if (!flights[active[i]].held) {
                return false;
            }
        }
        return true;
    }

    private void arm() {
        long next = 0;
        for (int i = 0; i < activeCount; i++) {
            Flight flight = flights[active[i]];
            if (!flight.held) {
                long due = flight.due == 0 ? network.timeline().nanoTime() : flight.due;
                next = next == 0 || due - next < 0 ? due : next;
            }
        }
        arm(next);
    }
}
