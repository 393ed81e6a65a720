package io.verbena.embedded;

import io.verbena.embedded.agent.NodeAgents;
import io.verbena.embedded.hca.queue.Network;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortChange;
import io.verbena.embedded.node.PortObserver;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.LidTable;
import io.verbena.embedded.routing.MinimumHops;
import io.verbena.embedded.routing.Transport;
import io.verbena.embedded.time.Timeline;
import io.verbena.topology.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a fabric, put together. */
final class Fabric {
    private final Timeline timeline;
    private final Faults faults = new Faults();
    private final Repairs repairs;
    private final Transport transport = new Transport(faults);
    private final List<Node> nodes;
    private final boolean managed;
    private final NodeAgents agents;
    private final Network network;
    private final HostAddresses addresses;
    private final ConnectionManagers connectionManagers;
    private @Nullable Port master;
    private @Nullable PortObserver observer;
    private int endpoints;

    Fabric(Topology topology, boolean managed, boolean simulated) {
        this.timeline = new Timeline(simulated);
        this.repairs = new Repairs(timeline);
        this.managed = managed;
        this.agents = new NodeAgents(transport, timeline);
        this.network = new Network(timeline, transport, faults);
        transport.responder(agents);
        this.nodes = Wiring.of(topology, new Observer());
        if (managed) {
            MinimumHops hops = new MinimumHops(nodes, new LidTable(nodes));
            nodes.stream().filter(Node::forwards).forEach(node -> node.linear().begin(hops));
            master = Wiring.manage(nodes).orElse(null);
        }
        this.addresses = new HostAddresses(nodes);
        this.connectionManagers = new ConnectionManagers(this);
        agents.traps().start();
    }

    /** The addresses of the ports of hosts. */
    HostAddresses addresses() {
        return addresses;
    }

    /** The connection managers of hosts. */
    ConnectionManagers connectionManagers() {
        return connectionManagers;
    }

    /** Tells all that want to know what happens to ports. */
    private final class Observer implements PortObserver {
        @Override
        public void stateChanged(Port port) {
            transport.changed();
            agents.traps().stateChanged(port);
            network.stateChanged(port);
            PortObserver told = observer;
            if (told != null) {
                told.stateChanged(port);
            }
        }

        @Override
        public void changed(Port port, PortChange what) {
            transport.changed();
            network.changed(port, what);
            if (what == PortChange.REREGISTER) {
                connectionManagers.registerAgain(port);
            }
        }
    }

    /** Says who is told of the states of ports, besides the agents. */
    void observe(PortObserver told) {
        observer = told;
    }

    /** The agents of all nodes. */
    NodeAgents agents() {
        return agents;
    }

    /** The home that the subnet manager is said to have at first; null if it is said to have none. */
    @Nullable Port master() {
        return master;
    }

    /** Makes a port the home of the subnet manager. */
    void manageFrom(Port home) {
        Wiring.manageFrom(nodes, home);
    }

    /** Changes it, after which no way is known any more. */
    void change(Runnable change) {
        timeline.run(() -> {
            change.run();
            transport.changed();
        });
    }

    /** Its channel adapters, for data. */
    Network network() {
        return network;
    }

    Timeline timeline() {
        return timeline;
    }

    Faults faults() {
        return faults;
    }

    Repairs repairs() {
        return repairs;
    }

    Transport transport() {
        return transport;
    }

    List<Node> nodes() {
        return nodes;
    }

    /** Whether it is as if a subnet manager looked after it. */
    boolean isManaged() {
        return managed;
    }

    /** A number for an endpoint that no other one open has, from 1. */
    int nextEndpoint() {
        endpoints = endpoints % 0x7ffff + 1;
        return endpoints;
    }
}
