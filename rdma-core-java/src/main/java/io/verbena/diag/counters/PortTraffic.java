package io.verbena.diag.counters;

import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.diag.counters.CounterReport.CounterReading;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError.Count;
import io.verbena.diag.counters.TrafficCounter.TrafficCounts;
import io.verbena.iba.Lid;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The traffic counters of a port.
 *
 * @param node the name of the node
 * @param lid the LID of the port
 * @param port the port number; 255 for the sum of all ports of the node
 * @param counts the counters by their names in infiniband-diags; data counters are in units of four octets
 */
public record PortTraffic(String node, Lid lid, int port, List<Count> counts) {
    /** The names of all traffic counters; those of unicast and multicast packets are optional. */
    public static final List<String> COUNTERS =
            Arrays.stream(TrafficCounter.values()).map(TrafficCounter::label).toList();

    /** Copies the list. */
    public PortTraffic {
        counts = List.copyOf(counts);
    }

    /** Returns whether it is the sum of all ports. */
    public boolean isSum() {
        return port == CounterAgent.ALL_PORTS;
    }

    /**
     * Reads the counters of a port, or the sum of several ports.
     *
     * @param agent the agent
     * @param node the name of the node
     * @param lid the LID of the port
     * @param ports the port numbers
     * @param sum whether these are all ports of the node, whose sum is returned
     * @throws io.verbena.error.RdmaException if the agent does not respond
     */
    public static PortTraffic read(CounterAgent agent, String node, Lid lid, List<Integer> ports, boolean sum) {
        CounterCapabilities able = agent.capabilities();
        CounterGroup group = TrafficCounts.group(able);
        CounterReading reading =
                sum ? agent.sum(group, ports, true) : agent.read(group, ports).get(0);
        return new PortTraffic(node, lid, reading.port(), TrafficCounts.of(group, reading.counters(), able));
    }

    /** Returns the counters of all ports of a traffic survey. */
    public static List<PortTraffic> of(ErrorSurveyReport survey, Subnet subnet) {
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
