package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.InternetPacket;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.routing.Faults;
import io.verbena.hca.AddressVector;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Lid;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Delivers whole Ethernet frames. A frame travels through the fabric as the payload of a raw packet (IBA 5.3) to each port that
 * receives it.
 */
final class RawDelivery implements Delivery {
    private final QueuePairContext pair;
    private final SendRequestRing ring;
    private final DataNetwork network;
    private final PortView port;
    private final TransportMessage message;
    private final Map<FabricPort, DataRoute> routes = new HashMap<>();
    private long notBefore;

    RawDelivery(QueuePairContext pair, SendRequestRing ring) {
        this.pair = pair;
        this.ring = ring;
        this.network = pair.network();
        this.port = pair.newPortView();
        this.message = new TransportMessage(pair.newList(pair.plan.capacity().sendSegments()));
    }

    @Override
    public boolean carries(WorkRequestOpcode opcode) {
        return opcode == WorkRequestOpcode.SEND || (opcode == WorkRequestOpcode.TSO && pair.plan.headerBytes() > 0);
    }

    @Override
    public long notBefore() {
        return notBefore;
    }

    @Override
    public void connected() {
        QueuePairSettings.Path path = pair.settings.path();
        port.of(pair.adapter.port(path.port()), path.partitionKeyIndex());
    }

    @Override
    public void close() {
        routes.values().forEach(network::end);
        routes.clear();
    }

    @Override
    public @Nullable WorkCompletionStatus attempt() {
        notBefore = ring.arrival();
        if (notBefore != 0 && network.timeline().nanoTime() - notBefore < 0) {
            return null;
        }
        notBefore = 0;
        try {
            WorkCompletionStatus result = ring.gather(pair.adapter.keys(), message.bytes);
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
        Faults faults = network.faults;
        if (faults.isQuiet()) {
            end.receiver().receiveFrame(frame, end.port());
            return;
        }
        for (int copies = faults.duplicates() ? 2 : 1; copies > 0; copies--) {
            long delay = faults.delayNanos();
            if (!faults.loses()) {
                network.engine.at(
                        network.timeline().nanoTime() + delay,
                        () -> end.receiver().receiveFrame(frame, end.port()));
            }
        }
    }
}
