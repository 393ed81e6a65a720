package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.hca.AddressVector;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers datagrams, each to the destination of its address handle or to all members of a multicast group (IBA 9.8.3).
 */
final class DatagramDelivery implements Delivery {
    private static final int GENERAL_SERVICES = 1;

    private final QueuePairContext pair;
    private final QueuePairSettings settings;
    private final SendRequestRing ring;
    private final AdapterBase adapter;
    private final DataNetwork network;
    private final PortView port;
    private final TransportMessage message;
    private long notBefore;
    private final ByteBuffer mad = ByteBuffer.allocate(MadPacket.LENGTH);

    DatagramDelivery(QueuePairContext pair, SendRequestRing ring) {
        this.pair = pair;
        this.settings = pair.settings;
        this.ring = ring;
        this.adapter = pair.adapter;
        this.network = pair.network();
        this.port = pair.newPortView();
        this.message = new TransportMessage(pair.newList(pair.plan.capacity().sendSegments()));
    }

    @Override
    public boolean carries(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.SEND || opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE;
    }

    @Override
    public long notBefore() {
        return notBefore;
    }

    @Override
    public void connected() {
        place();
    }

    @Override
    public @Nullable WorkCompletionStatus attempt() {
        notBefore = ring.arrival();
        if (notBefore != 0 && network.timeline().nanoTime() - notBefore < 0) {
            return null;
        }
        notBefore = 0;
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

    private void place() {
        QueuePairSettings.Path path = settings.path();
        port.of(adapter.port(path.port()), path.partitionKeyIndex());
    }

    private void address(AddressVector way) {
        ByteBuffer records = ring.records();
        int at = ring.next();
        place();
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
        Faults faults = network.faults;
        if (faults.isQuiet()) {
            end.receiver().receiveDatagram(message, end.port(), lid);
            return;
        }
        for (int copies = faults.duplicates() ? 2 : 1; copies > 0; copies--) {
            long delay = faults.delayNanos();
            if (!faults.loses()) {
                TransportMessage copy = copy();
                network.engine.at(
                        network.timeline().nanoTime() + delay,
                        () -> end.receiver().receiveDatagram(copy, end.port(), lid));
            }
        }
    }

    private TransportMessage copy() {
        int length = message.length();
        ScatterGatherList bytes = pair.newList(1);
        bytes.add(ByteBuffer.allocate(length), 0, length);
        message.bytes.copyTo(bytes, 0);
        return new TransportMessage(bytes).headersOf(message);
    }
}
