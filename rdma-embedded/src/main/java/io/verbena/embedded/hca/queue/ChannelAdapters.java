package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.Multipath;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.embedded.time.Timeline;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The channel adapters of a fabric, created when they are first used. */
public final class ChannelAdapters {
    private final DataNetwork network;
    private final Map<FabricNode, Adapter> adapters = new ConcurrentHashMap<>();

    /** Creates the adapters of a fabric. */
    public ChannelAdapters(Timeline timeline, PacketTransport transport, Faults faults, Multipath paths) {
        this.network = new DataNetwork(timeline, transport, faults, paths, this::adapter);
    }

    /** Returns the adapter of a node. */
    public Adapter adapter(FabricNode node) {
        return network.timeline().get(() -> adapters.computeIfAbsent(node, owner -> new Adapter(network, owner)));
    }

    /** Removes the adapter of a node from its host, and reports that to the programs that have opened it. */
    public void remove(FabricNode node) {
        Adapter adapter = adapters.remove(node);
        if (adapter != null) {
            adapter.remove();
        }
    }

    /** Reports a change of the logical state of a port. */
    public void stateChanged(FabricPort port) {
        Adapter adapter = adapters.get(port.node());
        if (adapter != null) {
            adapter.stateChanged(port);
        }
    }

    /** Reports another change of a port. */
    public void changed(FabricPort port, FabricPort.Change change) {
        Adapter adapter = adapters.get(port.node());
        if (adapter != null) {
            adapter.changed(port, change);
        }
    }
}
