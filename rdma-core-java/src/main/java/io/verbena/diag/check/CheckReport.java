package io.verbena.diag.check;

import java.util.List;

/**
 * The result of a check of a subnet.
 *
 * @param nodes the nodes that were checked
 * @param badNodes the number of nodes with a problem of their own
 * @param ports the ports whose PortInfo was checked
 * @param counters the ports whose counters were checked
 */
public record CheckReport(List<CheckedNode> nodes, int badNodes, Tally ports, Tally counters) {
    /** Copies the list. */
    public CheckReport {
        nodes = List.copyOf(nodes);
    }

    /**
     * Numbers of checked and bad objects.
     *
     * @param checked the number of checked objects
     * @param bad the number of bad objects
     */
    public record Tally(int checked, int bad) {}

    /** Returns whether no problem was found. */
    public boolean isWell() {
        return nodes.stream().allMatch(CheckedNode::isWell);
    }
}
