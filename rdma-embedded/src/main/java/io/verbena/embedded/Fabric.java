package io.verbena.embedded;

import io.verbena.embedded.agent.NodeAgents;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.LidTable;
import io.verbena.embedded.routing.MinimumHops;
import io.verbena.embedded.routing.Transport;
import io.verbena.embedded.time.Timeline;
import io.verbena.topology.Topology;
import java.util.List;

/** The parts of a fabric, put together. */
final class Fabric {
    private final Timeline timeline;
    private final Faults faults = new Faults();
    private final Repairs repairs;
    private final Transport transport = new Transport(faults);
    private final List<Node> nodes;
    private final boolean managed;
    private int endpoints;

    Fabric(Topology topology, boolean managed, boolean simulated) {
        this.timeline = new Timeline(simulated);
        this.repairs = new Repairs(timeline);
        this.managed = managed;
        NodeAgents agents = new NodeAgents(transport, timeline);
        transport.responder(agents);
        this.nodes = Wiring.of(topology, agents.traps());
        if (managed) {
            MinimumHops hops = new MinimumHops(nodes, new LidTable(nodes));
            nodes.stream().filter(Node::forwards).forEach(node -> node.linear().begin(hops));
            Wiring.manage(nodes);
        }
        agents.traps().start();
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
