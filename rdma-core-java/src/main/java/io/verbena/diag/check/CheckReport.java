package io.verbena.diag.check;

import java.util.List;

/**
 * What was looked at in a subnet, and what was found.
 *
 * @param nodes all that were looked at
 * @param badNodes how many of these are not well themselves
 * @param ports those whose PortInfo was looked at
 * @param counters those whose counters were looked at
 */
public record CheckReport(List<CheckedNode> nodes, int badNodes, Tally ports, Tally counters) {
    /** Makes the list immutable. */
    public CheckReport {
        nodes = List.copyOf(nodes);
    }

    /**
     * How many were looked at, and are not well.
     *
     * @param checked how many were looked at
     * @param bad how many of these are not well
     */
    public record Tally(int checked, int bad) {}

    /** Whether nothing is wrong. */
    public boolean isWell() {
        return nodes.stream().allMatch(CheckedNode::isWell);
    }
}
