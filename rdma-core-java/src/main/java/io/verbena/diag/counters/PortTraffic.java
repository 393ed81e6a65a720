package io.verbena.diag.counters;

import io.verbena.diag.counters.CountedError.Count;
import io.verbena.iba.Lid;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.List;
import java.util.Optional;

/**
 * Packets and data of one port.
 *
 * @param node what its node is called
 * @param lid by which it is reached
 * @param port its number; 255 for the sum of all ports of the node
 * @param counts by the names of infiniband-diags; data is in units of four octets
 */
public record PortTraffic(String node, Lid lid, int port, List<Count> counts) {
    /** Makes the list immutable. */
    public PortTraffic {
        counts = List.copyOf(counts);
    }

    /** Whether it is the sum of all ports. */
    public boolean isSum() {
        return port == CounterAgent.ALL_PORTS;
    }

    /**
     * Reads that of one port, or the sum of these ports.
     *
     * @param node what the node is called
     * @param ports their numbers
     * @param sum whether these are all ports of the node, and only their sum is of interest
     * @throws io.verbena.error.RdmaException if the agent does not tell
     */
    public static PortTraffic read(CounterAgent agent, String node, Lid lid, List<Integer> ports, boolean sum) {
        CounterCapabilities able = agent.capabilities();
        CounterGroup group = TrafficCounts.group(able);
        CounterReading reading =
                sum ? agent.sum(group, ports, true) : agent.read(group, ports).get(0);
        return new PortTraffic(node, lid, reading.port(), TrafficCounts.of(group, reading.counters(), able));
    }

    /** That of all ports that a survey of traffic found. */
    public static List<PortTraffic> of(ErrorReport survey, Subnet subnet) {
        return survey.nodes().stream()
                .flatMap(node -> node.ports().stream()
                        .map(port -> new PortTraffic(
                                node.name(),
                                subnet.node(node.guid())
                                        .flatMap(known -> lid(known, port.port()))
                                        .orElse(Lid.NONE),
                                port.port(),
                                port.traffic())))
                .toList();
    }

    private static Optional<Lid> lid(Node node, int port) {
        return node.port(node.isSwitch() ? 0 : port).map(Port::lid);
    }
}
