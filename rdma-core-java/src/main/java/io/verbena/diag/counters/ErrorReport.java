package io.verbena.diag.counters;

import java.util.List;
import java.util.Map;

/**
 * What was found in a subnet.
 *
 * @param nodes those of which something is to be said, in the order of the subnet
 * @param nodesChecked how many were looked at
 * @param portsChecked how many ports these have
 * @param badNodes how many have a counter over its threshold
 * @param badPorts how many ports have
 * @param thresholds of counters, by name, where these are not 0
 * @param suppressed the names of counters that were left out
 * @param silent the nodes and ports that did not answer, and why
 */
public record ErrorReport(
        List<NodeErrors> nodes,
        int nodesChecked,
        int portsChecked,
        int badNodes,
        int badPorts,
        Map<String, Long> thresholds,
        List<String> suppressed,
        List<String> silent) {
    /** Makes the lists immutable. */
    public ErrorReport {
        nodes = List.copyOf(nodes);
        suppressed = List.copyOf(suppressed);
        silent = List.copyOf(silent);
    }
}
