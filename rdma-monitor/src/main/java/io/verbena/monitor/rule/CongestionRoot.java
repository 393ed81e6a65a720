package io.verbena.monitor.rule;

import io.verbena.monitor.model.PortPlace;
import java.util.List;

/**
 * Where the waiting of ports begins.
 *
 * @param cause the cause
 * @param ports the waiting ports at the root: one port in front of an end node, all ports that wait for the same switch, or
 *     the ports of a cycle in their order
 * @param ratio the highest part of the time that one of these ports waits
 * @param victims the number of other ports that wait because of the root
 */
record CongestionRoot(Cause cause, List<PortPlace> ports, double ratio, int victims) {
    /** Copies the list. */
    CongestionRoot {
        ports = List.copyOf(ports);
    }

    /** The causes of congestion, with what an operator should do next. */
    enum Cause {
        /** An end node does not drain its link. */
        RECEIVER("Look at the host that receives slowly: its load, its PCIe link and its memory."),
        /** A switch gets more than its links can send. */
        LINK(
                "Look at the routing: balance the paths that share the busiest link of the switch, or add links. If no link is busy,"
                        + " look at the switch."),
        /** Ports wait for each other. */
        CYCLE("Check the routing for credit loops, such as with \"verbena validate\", and route without deadlocks.");

        private final String proposal;

        Cause(String proposal) {
            this.proposal = proposal;
        }

        String proposal() {
            return proposal;
        }
    }
}
