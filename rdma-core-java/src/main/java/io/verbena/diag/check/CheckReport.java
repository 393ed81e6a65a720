package io.verbena.diag.check;

import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import io.verbena.diag.counters.CounterAgent;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
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

    /**
     * A node that was checked.
     *
     * @param guid the GUID of the node
     * @param type the type of the node
     * @param name the name of the node
     * @param lid the LID of the requests; {@link Lid#NONE} for a directed route
     * @param problems the problems of the node itself
     * @param ports the ports that were checked, by number; empty if the node did not respond
     */
    public record CheckedNode(
            Guid guid, NodeType type, String name, Lid lid, List<Problem> problems, List<CheckedPort> ports) {
        /** Copies the lists. */
        public CheckedNode {
            problems = List.copyOf(problems);
            ports = List.copyOf(ports);
        }

        /** Returns whether the node itself has a problem. */
        public boolean isBad() {
            return !problems.isEmpty();
        }

        /** Returns whether neither the node nor its checked ports have a problem. */
        public boolean isWell() {
            return problems.isEmpty()
                    && ports.stream().allMatch(port -> port.problems().isEmpty());
        }

        CheckedNode withPorts(List<CheckedPort> others) {
            return new CheckedNode(guid, type, name, lid, problems, others);
        }

        /**
         * A port that was checked.
         *
         * @param lid the LID of the port
         * @param port the port number; 255 for the sum of all ports of a switch
         * @param problems the problems
         */
        public record CheckedPort(Lid lid, int port, List<Problem> problems) {
            /** Copies the list. */
            public CheckedPort {
                problems = List.copyOf(problems);
            }

            /** Returns whether it stands for all ports of its node. */
            public boolean isSum() {
                return port == CounterAgent.ALL_PORTS;
            }

            /** Returns whether the port has a problem other than its counters. */
            public boolean isBad() {
                return problems.stream().anyMatch(problem -> problem.kind() != Kind.COUNTER);
            }

            /** Returns whether a counter exceeds its threshold. */
            public boolean hasErrors() {
                return problems.stream().anyMatch(problem -> problem.kind() == Kind.COUNTER);
            }
        }

        /**
         * A problem of a node or a port.
         *
         * @param kind the kind of problem
         * @param what the name of the field or counter; for {@link Kind#SILENT}, the attribute that was requested
         * @param value the actual value
         * @param expected the expected value; for a counter, its threshold
         */
        public record Problem(Kind kind, String what, String value, String expected) {
            /** The kinds of problems. */
            public enum Kind {
                /** The node does not respond, or refuses the request. */
                SILENT,
                /** Another node responds in its place. */
                OTHER_NODE,
                /** The port is not up or not active. */
                STATE,
                /** The link width is 1X. */
                WIDTH,
                /** The LIDs or the SM LID are missing or invalid. */
                ADDRESS,
                /** A counter exceeds its threshold. */
                COUNTER
            }
        }
    }
}
