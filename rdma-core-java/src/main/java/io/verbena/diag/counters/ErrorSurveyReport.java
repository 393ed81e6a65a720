package io.verbena.diag.counters;

import java.util.List;
import java.util.Map;

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
}
