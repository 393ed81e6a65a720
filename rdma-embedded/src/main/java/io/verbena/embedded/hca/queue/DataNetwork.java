package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.queue.TransportMessage.MessageReceiver;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.Tally;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.Multipath;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.embedded.time.Timeline;
import io.verbena.hca.AddressVector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fabric as its channel adapters use it. */
public final class DataNetwork {
    private final Timeline timeline;
    private final PacketTransport transport;
    final Faults faults;
    final Multipath paths;
    final Engine engine;
    final FrameSwitch frames = new FrameSwitch();
    private final Function<FabricNode, MessageReceiver> receivers;

    /**
     * Creates the network of a fabric.
     *
     * @param receivers returns the adapter of a node
     */
    DataNetwork(
            Timeline timeline,
            PacketTransport transport,
            Faults faults,
            Multipath paths,
            Function<FabricNode, MessageReceiver> receivers) {
        this.timeline = timeline;
        this.transport = transport;
        this.faults = faults;
        this.paths = paths;
        this.engine = new Engine(timeline);
        this.receivers = receivers;
    }

    /** Returns the clock of the fabric, which also is its lock. */
    public Timeline timeline() {
        return timeline;
    }

    /** Returns the revision of the fabric. Routes of an earlier revision may be out of date. */
    int revision() {
        return transport.revision();
    }

    /**
     * Finds the route that packets take from a port.
     *
     * @param last the route to replace; null for none
     */
    DataRoute route(FabricPort from, AddressVector way, int partitionKey, @Nullable DataRoute last) {
        return timeline.get(() -> {
            end(last);
            List<FabricPort> links = new ArrayList<>();
            MadPacket packet = transport.packet();
            int lid = way.dlid().bits();
            packet.local(from.lid() | (way.pathBits() & ((1 << from.lmc()) - 1)), lid, way.serviceLevel());
            packet.transport(2, 2, 0, partitionKey);
            int revision = transport.revision();
            DataRoute.End[] ends;
            if (PacketTransport.isMulticast(lid)) {
                ends = transport.findAll(packet, from, links).stream()
                        .map(this::end)
                        .toArray(DataRoute.End[]::new);
            } else {
                FabricPort end = transport.find(packet, from, links);
                ends = end == null ? new DataRoute.End[0] : new DataRoute.End[] {end(end)};
            }
            transport.release(packet);
            Tally tally = new Tally(links, PacketTransport.isMulticast(lid), way.serviceLevel());
            return new DataRoute(revision, partitionKey, ends, tally);
        });
    }

    /** Ends a route: counts its packets, and detaches it from the counters of its ports. */
    void end(@Nullable DataRoute route) {
        if (route != null) {
            timeline.run(route.tally::end);
        }
    }

    private DataRoute.End end(FabricPort port) {
        return new DataRoute.End(receivers.apply(port.node()), port.number());
    }

    /** Sends a MAD to queue pair 1 of another port. */
    void manage(FabricPort from, TransportMessage message, ByteBuffer mad, int lid) {
        timeline.run(() -> {
            MadPacket packet = transport.packet();
            packet.load(mad);
            packet.local(message.sourceLid, lid, message.serviceLevel);
            packet.transport(
                    message.sourceQueuePair,
                    message.destinationQueuePair,
                    Integer.toUnsignedLong(message.queueKey),
                    message.partitionKey);
            if (message.global) {
                packet.global(message.sourceGid, message.flowLabel, message.hopLimit, message.trafficClass);
            }
            transport.send(packet, from);
            transport.release(packet);
        });
    }

    /** Counts a device that was opened. */
    public void opened() {
        engine.opened();
    }

    /** Counts a device that was closed. Closing the last device ends the work of the engine. */
    public void closed() {
        engine.closed();
    }
}
