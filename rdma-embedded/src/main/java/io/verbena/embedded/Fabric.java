package io.verbena.embedded;

import io.verbena.embedded.agent.NodeAgents;
import io.verbena.embedded.hca.queue.ChannelAdapters;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.LidTable;
import io.verbena.embedded.routing.MinimumHops;
import io.verbena.embedded.routing.Multipath;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.embedded.time.Timeline;
import io.verbena.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The components of a fabric. */
final class Fabric {
    /** The name of the only device of a host. */
    static final String DEVICE = "emb0";

    final Timeline timeline;
    final Faults faults = new Faults();
    final Multipath paths = new Multipath();
    final Repairs repairs;
    private final List<RemovalListener> removalListeners = new ArrayList<>();
    private final List<FabricPort.Observer> observers = new ArrayList<>();
    final PacketTransport transport = new PacketTransport(faults);
    final List<FabricNode> nodes;
    final NodeIndex names;
    private final boolean managed;

    /** The agents of all nodes. */
    final NodeAgents agents;

    /** The channel adapters. */
    final ChannelAdapters adapters;

    /** The IP addresses of the ports of hosts. */
    final HostAddresses addresses;

    /** The initial port of the subnet manager of a managed fabric; null in an unmanaged fabric. */
    @Nullable FabricPort master;

    private int endpoints;

    Fabric(Topology topology, boolean managed, boolean simulated) {
        this.timeline = new Timeline(simulated);
        this.repairs = new Repairs(timeline);
        this.managed = managed;
        this.agents = new NodeAgents(transport, timeline);
        this.adapters = new ChannelAdapters(timeline, transport, faults, paths);
        transport.responder(agents);
        this.nodes = Wiring.of(topology, new Observer());
        this.names = new NodeIndex(nodes);
        if (managed) {
            LidTable lids = new LidTable(nodes);
            MinimumHops hops = new MinimumHops(nodes, lids);
            int highest = lids.highest();
            nodes.stream().filter(FabricNode::forwards).forEach(node -> {
                node.initialTop(highest);
                node.linear().begin(lid -> hops.port(node, lid));
            });
            master = Wiring.manage(nodes).orElse(null);
        }
        this.addresses = new HostAddresses(nodes);
        agents.traps().start();
    }

    /** An action for the removal of one adapter; compared by identity. */
    private static final class RemovalListener {
        private final FabricNode node;
        private final Runnable action;

        RemovalListener(FabricNode node, Runnable action) {
            this.node = node;
            this.action = action;
        }
    }

    /**
     * Adds an action that runs under the lock of the timeline whenever the adapter of a node is removed.
     *
     * @return removes the action
     */
    Runnable onRemoval(FabricNode node, Runnable action) {
        RemovalListener listener = new RemovalListener(node, action);
        timeline.run(() -> removalListeners.add(listener));
        return () -> timeline.run(() -> removalListeners.remove(listener));
    }

    /** Reports the removal of an adapter. Must be called under the lock of the timeline. */
    void removed(FabricNode node) {
        adapters.remove(node);
        List.copyOf(removalListeners).stream()
                .filter(listener -> listener.node == node)
                .forEach(listener -> listener.action.run());
    }

    /** Reports changes of ports to the adapters, the trap senders and the added observers. */
    private final class Observer implements FabricPort.Observer {
        @Override
        public void stateChanged(FabricPort port) {
            transport.changed();
            agents.traps().stateChanged(port);
            adapters.stateChanged(port);
            observers.forEach(added -> added.stateChanged(port));
        }

        @Override
        public void changed(FabricPort port, FabricPort.Change what) {
            transport.changed();
            adapters.changed(port, what);
            observers.forEach(added -> added.changed(port, what));
        }
    }

    /** Adds an observer of the changes of ports. */
    void observe(FabricPort.Observer observer) {
        observers.add(observer);
    }

    /** Moves the subnet manager of a managed fabric to a port. */
    void manageFrom(FabricPort home) {
        Wiring.manageFrom(nodes, home);
    }

    /** Changes the fabric, which invalidates all known routes. */
    void change(Runnable change) {
        timeline.run(() -> {
            change.run();
            transport.changed();
        });
    }

    /** Returns whether this fabric is managed, that is, was configured when it was opened. */
    boolean isManaged() {
        return managed;
    }

    /** Returns a number for an endpoint, from 1, that no other open endpoint has. */
    int nextEndpoint() {
        endpoints = endpoints % 0x7ffff + 1;
        return endpoints;
    }
}
