package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.InternetPacket;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Lid;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A requester that keeps its requests in order, as all services of IBA do. */
final class OrderedRequester extends Requester {
    /** The duration of a bit at 1 kb/s. */
    private static final long NANOS_OF_A_BIT = 1_000_000;

    private final QueuePairSettings settings;
    private final SendRequestRing ring;
    private final Delivery delivery;

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

    private void arm() {
        long begin = ring.isAllBegun() || failed || pair.state != QueuePairState.READY_TO_SEND ? 0 : delivery.notBefore;
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

    /**
     * Delivers whole Ethernet frames. A frame travels through the fabric as the payload of a raw packet (IBA 5.3) to each port that
     * receives it.
     */
    private static final class RawDelivery extends Delivery {
        private final Map<FabricPort, DataRoute> routes = new HashMap<>();

        RawDelivery(QueuePairContext pair, SendRequestRing ring) {
            super(pair, ring);
        }

        @Override
        boolean carries(WorkRequestOpcode opcode) {
            return opcode == WorkRequestOpcode.SEND || (opcode == WorkRequestOpcode.TSO && pair.plan.headerBytes() > 0);
        }

        @Override
        void close() {
            routes.values().forEach(network::end);
            routes.clear();
        }

        @Override
        @Nullable WorkCompletionStatus attempt() {
            if (isOnItsWay()) {
                return null;
            }
            try {
                WorkCompletionStatus result = ring.gather(adapter.keys(), message.bytes);
                return result != null ? result : send(message.bytes.head(message.length()));
            } finally {
                message.bytes.clear();
            }
        }

        private WorkCompletionStatus send(byte[] data) {
            ByteBuffer records = ring.records();
            int at = ring.next();
            List<byte[]> frames = SendRecords.opcode(records, at) == WorkRequestOpcode.TSO
                    ? InternetPacket.segments(
                            ring.headers(), data, records.getShort(at + SendRecord.TSO_SEGMENT_SIZE) & 0xffff)
                    : List.of(data);
            if (frames.isEmpty()) {
                return WorkCompletionStatus.LOCAL_QUEUE_PAIR_OPERATION_ERROR;
            }
            int longest = port.mtu() + FrameHeaders.ETHERNET_BYTES + FrameHeaders.TAG_BYTES;
            for (byte[] frame : frames) {
                if (frame.length < FrameHeaders.ETHERNET_BYTES || frame.length > longest) {
                    return WorkCompletionStatus.LOCAL_LENGTH_ERROR;
                }
            }
            for (byte[] frame : frames) {
                InternetPacket packet =
                        SendRecords.has(SendFlag.IP_CHECKSUM, records, at) ? InternetPacket.in(frame) : null;
                if (packet != null) {
                    packet.fillChecksums();
                }
                network.frames.destinations(port.port(), frame).forEach(to -> send(frame, to));
            }
            return WorkCompletionStatus.SUCCESS;
        }

        private void send(byte[] frame, FabricPort to) {
            DataRoute known = routes.get(to);
            int key = port.key();
            if (known == null || !known.holds(network.revision(), key)) {
                int lid = network.timeline().get(to::lid);
                if (lid == 0) {
                    return;
                }
                AddressVector way = AddressVector.to(port.port().number(), Lid.of(lid));
                known = network.route(port.port(), way, key, known);
                routes.put(to, known);
            }
            known.countFrame(frame.length);
            if (known.count() == 0) {
                return;
            }
            DataRoute.End end = known.end(0);
            if (network.faults.isQuiet()) {
                end.receiver().receiveFrame(frame, end.port());
            } else {
                arriveLater(() -> () -> end.receiver().receiveFrame(frame, end.port()));
            }
        }
    }

    /**
     * Delivers datagrams, each to the destination of its address handle or to all members of a multicast group (IBA 9.8.3).
     */
    private static final class DatagramDelivery extends Delivery {
        private static final int GENERAL_SERVICES = 1;

        private final ByteBuffer mad = ByteBuffer.allocate(MadPacket.LENGTH);

        DatagramDelivery(QueuePairContext pair, SendRequestRing ring) {
            super(pair, ring);
        }

        @Override
        boolean carries(WorkRequestOpcode opcode) {
            return opcode == WorkRequestOpcode.SEND || opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE;
        }

        @Override
        @Nullable WorkCompletionStatus attempt() {
            if (isOnItsWay()) {
                return null;
            }
            try {
                WorkCompletionStatus result = ring.gather(adapter.keys(), message.bytes);
                if (result != null) {
                    return result;
                }
                if (message.bytes.length() > port.mtu()) {
                    return WorkCompletionStatus.LOCAL_LENGTH_ERROR;
                }
                SimulatedAddressHandle way = adapter.addressHandles()
                        .find((int) ring.records().getLong(ring.next() + SendRecord.ADDRESS_HANDLE));
                if (way != null) {
                    address(way.vector);
                    send(way);
                }
                return WorkCompletionStatus.SUCCESS;
            } finally {
                message.bytes.clear();
            }
        }

        private void address(AddressVector way) {
            ByteBuffer records = ring.records();
            int at = ring.next();
            pair.place(port);
            message.opcode = SendRecords.opcode(records, at);
            message.sourceQueuePair = pair.number;
            message.destinationQueuePair = records.getInt(at + SendRecord.REMOTE_QUEUE_PAIR);
            message.immediate = records.getInt(at + SendRecord.IMMEDIATE);
            message.solicited = SendRecords.has(SendFlag.SOLICITED, records, at);
            int key = records.getInt(at + SendRecord.REMOTE_QUEUE_KEY);
            // A Q_Key with the high-order bit set stands for the Q_Key of the queue pair (IBA 10.2.5).
            message.queueKey = key < 0 ? settings.queueKey : key;
            message.partitionKey = port.key();
            message.sourceLid = port.lid(way.pathBits());
            message.serviceLevel = way.serviceLevel();
            message.global = way.isGlobal();
            message.destinationGid = way.dgid();
            if (message.global) {
                message.sourceGid = port.gid(way.gidIndex());
                message.flowLabel = way.flowLabel();
                message.hopLimit = way.hopLimit();
                message.trafficClass = way.trafficClass();
            }
        }

        private void send(SimulatedAddressHandle way) {
            int lid = way.vector.dlid().bits();
            boolean multicast = PacketTransport.isMulticast(lid);
            if (message.destinationQueuePair <= GENERAL_SERVICES && !multicast) {
                if (message.destinationQueuePair == GENERAL_SERVICES && message.bytes.length() == MadPacket.LENGTH) {
                    manage(port.port(), lid);
                }
                return;
            }
            DataRoute route = way.route(network, port);
            route.count(message);
            for (int i = 0; i < route.count(); i++) {
                send(route.end(i), lid);
            }
            if (multicast) {
                // A switch does not return a packet to the port it came from, so the adapter delivers it to its own
                // members.
                adapter.receiveDatagram(message, port.port().number(), lid);
            }
        }

        private void manage(FabricPort from, int lid) {
            ScatterGatherList whole = pair.newList(1);
            whole.add(mad, 0, MadPacket.LENGTH);
            message.bytes.copyTo(whole, 0);
            network.manage(from, message, mad.clear(), lid);
        }

        private void send(DataRoute.End end, int lid) {
            if (network.faults.isQuiet()) {
                end.receiver().receiveDatagram(message, end.port(), lid);
                return;
            }
            arriveLater(() -> {
                TransportMessage copy = copy();
                return () -> end.receiver().receiveDatagram(copy, end.port(), lid);
            });
        }

        private TransportMessage copy() {
            int length = message.length();
            ScatterGatherList bytes = pair.newList(1);
            bytes.add(ByteBuffer.allocate(length), 0, length);
            message.bytes.copyTo(bytes, 0);
            return new TransportMessage(bytes).headersOf(message);
        }
    }
}
