package io.verbena.diag.counters;

import io.verbena.diag.counters.ErrorSurveyReport.CountedError.Count;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of an error survey.
 *
 * @param nodes the nodes with results, in the order of the subnet
 * @param nodesChecked the number of nodes that were checked
 * @param portsChecked the number of ports of these nodes
 * @param badNodes the number of nodes with a counter that exceeds its threshold
 * @param badPorts the number of ports with a counter that exceeds its threshold
 * @param thresholds the nonzero thresholds by the names of the counters
 * @param suppressed the names of the ignored counters
 * @param silent the nodes and ports that did not respond, and why
 */
public record ErrorSurveyReport(
        List<NodeErrors> nodes,
        int nodesChecked,
        int portsChecked,
        int badNodes,
        int badPorts,
        Map<String, Long> thresholds,
        List<String> suppressed,
        List<String> silent) {
    /** Copies the lists. */
    public ErrorSurveyReport {
        nodes = List.copyOf(nodes);
        suppressed = List.copyOf(suppressed);
        silent = List.copyOf(silent);
    }

    /**
     * The results of the ports of a node.
     *
     * @param guid the GUID of the node
     * @param type the type of the node
     * @param name the name of the node
     * @param ports the ports with results, the sum first
     */
    public record NodeErrors(Guid guid, NodeType type, String name, List<PortErrors> ports) {
        /** Copies the list. */
        public NodeErrors {
            ports = List.copyOf(ports);
        }
    }

    /**
     * The results of a port.
     *
     * @param guid the GUID of the port, which all ports of a switch share
     * @param port the port number; 255 for the sum of all ports of a switch
     * @param errors the counters that exceed their thresholds
     * @param traffic the traffic counters, if they were requested
     * @param link the link of the port; null for a sum
     */
    public record PortErrors(
            Guid guid,
            int port,
            List<CountedError> errors,
            List<Count> traffic,
            @Nullable PortLink link) {
        /** Copies the lists. */
        public PortErrors {
            errors = List.copyOf(errors);
            traffic = List.copyOf(traffic);
        }

        /** Returns whether it stands for all ports. */
        public boolean isSum() {
            return port == CounterAgent.ALL_PORTS;
        }
    }

    /**
     * A counter that exceeds its threshold.
     *
     * @param counter its name in infiniband-diags, such as {@code SymbolErrorCounter}
     * @param value its value
     * @param details the detailed counters, if they were requested and are available
     */
    public record CountedError(String counter, long value, List<Count> details) {
        /** Copies the list. */
        public CountedError {
            details = List.copyOf(details);
        }

        /** Another counter, by its name in infiniband-diags; its value is unsigned, 64 bits. */
        public record Count(String counter, long value) {}
    }
}
