package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.embedded.node.Listener;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Gid;
import java.nio.ByteBuffer;

/** Takes management datagrams that came to a port, for the queue pairs of programs that they are addressed to. */
final class Arrivals implements Listener {
    private final Adapter adapter;
    private final Port port;

    Arrivals(Adapter adapter, Port port) {
        this.adapter = adapter;
        this.port = port;
    }

    /** It is received without the lock of the timeline, which whoever receives may have to wait for. */
    @Override
    public boolean take(Packet packet) {
        QueuePair receiver = adapter.queuePairs().find(packet.destinationQueuePair());
        if (receiver == null) {
            return false;
        }
        Message message = message(packet, receiver);
        int lid = packet.destinationLid();
        Network network = adapter.network();
        Runnable receive = () -> receiver.responder().takeDatagram(message, port.number(), lid);
        long delay = network.faults().isQuiet() ? 0 : network.faults().delayNanos();
        if (delay == 0) {
            network.engine().soon(receive);
        } else {
            network.engine().at(network.timeline().nanoTime() + delay, receive);
        }
        return true;
    }

    private Message message(Packet packet, QueuePair receiver) {
        byte[] mad = new byte[Packet.LENGTH];
        packet.copyTo(mad);
        SegmentList bytes = new SegmentList(adapter.keys(), receiver.plan().domain(), receiver.number(), 1);
        bytes.add(ByteBuffer.wrap(mad), 0, mad.length);
        Message message = new Message(bytes);
        message.sourceQueuePair = packet.sourceQueuePair();
        message.destinationQueuePair = packet.destinationQueuePair();
        message.queueKey = (int) packet.queueKey();
        message.partitionKey = packet.pKey();
        message.sourceLid = packet.sourceLid();
        message.serviceLevel = packet.serviceLevel();
        Gid source = packet.sourceGid();
        if (source != null) {
            message.global = true;
            message.sourceGid = source;
            message.destinationGid = new Gid(port.info().gidPrefix(), port.guids()[0]);
            message.flowLabel = packet.flowLabel();
            message.hopLimit = packet.hopLimit();
            message.trafficClass = packet.trafficClass();
        }
        return message;
    }
}
