package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortChange;
import io.verbena.embedded.node.Tally;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.Transport;
import io.verbena.embedded.time.Timeline;
import io.verbena.hca.AddressVector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The fabric as its adapters use it. */
public final class Network {
    private final Timeline timeline;
    private final Transport transport;
    private final Faults faults;
    private final Engine engine;
    private final Map<Node, Adapter> adapters = new ConcurrentHashMap<>();

    /** The adapters of a fabric. */
    public Network(Timeline timeline, Transport transport, Faults faults) {
        this.timeline = timeline;
        this.transport = transport;
        this.faults = faults;
        this.engine = new Engine(timeline);
    }

    /** The adapter of a node. */
    public Adapter adapter(Node node) {
        return timeline.get(() -> adapters.computeIfAbsent(node, owner -> new Adapter(this, owner)));
    }

    /** The state of a port is another. */
    public void stateChanged(Port port) {
        Adapter adapter = adapters.get(port.node());
        if (adapter != null) {
            adapter.portEvents().stateChanged(port);
        }
    }

    /** Something else of a port is. */
    public void changed(Port port, PortChange what) {
        Adapter adapter = adapters.get(port.node());
        if (adapter != null) {
            adapter.portEvents().changed(port, what);
        }
    }

    /** The clock of the fabric, and its lock. */
    public Timeline timeline() {
        return timeline;
    }

    Faults faults() {
        return faults;
    }

    Engine engine() {
        return engine;
    }

    /** What was read of the fabric before this changed may be wrong. */
    int revision() {
        return transport.revision();
    }

    /** Walks through the fabric as a packet would. */
    Route route(Port from, AddressVector way, int partitionKey, @Nullable Route last) {
        return timeline.get(() -> {
            end(last);
            List<Port> links = new ArrayList<>();
            Packet packet = transport.packet();
            int lid = way.dlid().bits();
            packet.local(from.lid() | (way.pathBits() & ((1 << from.lmc()) - 1)), lid, way.serviceLevel());
            packet.transport(2, 2, 0, partitionKey);
            packet.follow(links);
            int revision = transport.revision();
            Route.End[] ends;
            if (Transport.isMulticast(lid)) {
                ends = transport.findAll(packet, from).stream().map(this::end).toArray(Route.End[]::new);
            } else {
                Port end = transport.find(packet, from);
                ends = end == null ? new Route.End[0] : new Route.End[] {end(end)};
            }
            transport.release(packet);
            Tally tally = new Tally(links, Transport.isMulticast(lid), way.serviceLevel());
            return new Route(revision, partitionKey, ends, tally);
        });
    }

    /** Nothing goes this way any more. */
    void end(@Nullable Route route) {
        if (route != null) {
            timeline.run(route.tally()::end);
        }
    }

    private Route.End end(Port port) {
        return new Route.End(adapter(port.node()), port.number());
    }

    /** Sends a datagram to the general services of another port, queue pair 1. */
    void manage(Port from, Message message, ByteBuffer mad, int lid) {
        timeline.run(() -> {
            Packet packet = transport.packet();
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

    /** A device was opened. */
    public void opened() {
        engine.opened();
    }

    /** One was closed; with the last one ends what is under way. */
    public void closed() {
        engine.closed();
    }
}
