package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.Transport;
import io.verbena.hca.AddressVector;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Delivers datagrams, each to where its address handle says, or to all members of a group (IBA 9.8.3). */
final class DatagramDelivery implements Delivery {
    private static final int GENERAL_SERVICES = 1;

    private final QueuePair pair;
    private final Settings settings;
    private final SendRing ring;
    private final Adapter adapter;
    private final Network network;
    private final PortView port;
    private final Message message;
    private final LocalRequests local;
    private final ByteBuffer mad = ByteBuffer.allocate(Packet.LENGTH);

    DatagramDelivery(QueuePair pair, Settings settings, SendRing ring) {
        this.pair = pair;
        this.settings = settings;
        this.ring = ring;
        this.adapter = pair.adapter();
        this.network = adapter.network();
        this.port = new PortView(network, adapter.port(settings.port));
        SegmentList bytes = new SegmentList(
                adapter.keys(),
                pair.plan().domain(),
                pair.number(),
                pair.plan().capacity().sendSegments());
        this.message = new Message(bytes);
        this.local = new LocalRequests(adapter.keys(), bytes, ring);
    }

    @Override
    public boolean carries(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.SEND || opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE;
    }

    @Override
    public long end() {
        return 0;
    }

    @Override
    public long notBefore() {
        return 0;
    }

    @Override
    public void connected() {
        port.of(adapter.port(settings.port), settings.partitionKeyIndex);
    }

    @Override
    public void close() {
        // Its ways are of the address handles.
    }

    @Override
    public void restart() {
        // Each is tried once.
    }

    @Override
    public @Nullable WorkCompletionStatus attempt() {
        try {
            WorkCompletionStatus result = local.gather();
            if (result != null) {
                return result;
            }
            if (message.bytes.length() > port.mtu()) {
                return WorkCompletionStatus.LOCAL_LENGTH_ERROR;
            }
            Way way = adapter.ways().find((int) ring.records().getLong(ring.next() + SendRecord.ADDRESS_HANDLE));
            if (way != null) {
                address(way.vector());
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
        port.of(adapter.port(settings.port), settings.partitionKeyIndex);
        message.opcode = SendRing.opcode(records, at);
        message.sourceQueuePair = pair.number();
        message.destinationQueuePair = records.getInt(at + SendRecord.REMOTE_QUEUE_PAIR);
        message.immediate = records.getInt(at + SendRecord.IMMEDIATE);
        message.solicited = LocalRequests.isSolicited(records, at);
        int key = records.getInt(at + SendRecord.REMOTE_QUEUE_KEY);
        // One with the highest bit set stands for that of the queue pair (IBA 10.2.5).
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

    private void send(Way way) {
        int lid = way.vector().dlid().bits();
        boolean multicast = Transport.isMulticast(lid);
        if (message.destinationQueuePair <= GENERAL_SERVICES && !multicast) {
            if (message.destinationQueuePair == GENERAL_SERVICES && message.bytes.length() == Packet.LENGTH) {
                manage(port.port(), lid);
            }
            return;
        }
        Route route = way.route(network, port);
        route.count(message);
        for (int i = 0; i < route.count(); i++) {
            send(route.end(i), lid);
        }
        if (multicast) {
            // A switch does not send back where a packet came from; the adapter copies it to its own members itself.
            arrive(message, new Route.End(adapter, port.port().number()), lid);
        }
    }

    private void manage(Port from, int lid) {
        SegmentList whole = new SegmentList(adapter.keys(), pair.plan().domain(), pair.number(), 1);
        whole.add(mad, 0, Packet.LENGTH);
        message.bytes.copyTo(whole, 0);
        network.manage(from, message, mad.clear(), lid);
    }

    private void send(Route.End end, int lid) {
        Faults faults = network.faults();
        if (faults.isQuiet()) {
            arrive(message, end, lid);
            return;
        }
        for (int copies = faults.duplicates() ? 2 : 1; copies > 0; copies--) {
            long delay = faults.delayNanos();
            if (!faults.loses()) {
                Message copy = copy();
                network.engine().at(network.timeline().nanoTime() + delay, () -> arrive(copy, end, lid));
            }
        }
    }

    private Message copy() {
        int length = message.length();
        SegmentList bytes = new SegmentList(adapter.keys(), pair.plan().domain(), pair.number(), 1);
        bytes.add(ByteBuffer.allocate(length), 0, length);
        message.bytes.copyTo(bytes, 0);
        return new Message(bytes).headersOf(message);
    }

    private static void arrive(Message sent, Route.End end, int lid) {
        if (!Transport.isMulticast(lid)) {
            QueuePair other = end.adapter().queuePairs().find(sent.destinationQueuePair);
            if (other != null) {
                other.responder().takeDatagram(sent, end.port(), lid);
            }
            return;
        }
        Gid group = sent.destinationGid;
        for (QueuePair member : end.adapter().groups().of(group)) {
            member.responder().takeDatagram(sent, end.port(), lid);
        }
    }
}
