package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.NodeType;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The known state of the fabric, as JSON: the last reading, and nodes and links that have disappeared.
 *
 * @param at the time when the reading ended
 * @param nodes the nodes, the nearest first and those that have disappeared last
 * @param links the links, each from its nearer end
 * @param failures the messages of requests that failed
 */
public record FabricTopology(Instant at, List<NodeView> nodes, List<LinkView> links, List<String> failures) {
    /** Makes the lists immutable. */
    public FabricTopology {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
        failures = List.copyOf(failures);
    }

    /** Returns the state before the first reading. */
    static FabricTopology nothing() {
        return new FabricTopology(Instant.EPOCH, List.of(), List.of(), List.of());
    }

    static String type(NodeType type) {
        return switch (type) {
            case SWITCH -> "switch";
            case ROUTER -> "router";
            default -> "host";
        };
    }

    /**
     * A node, as JSON.
     *
     * @param guid the GUID
     * @param name the description, or the GUID
     * @param type switch, host or router
     * @param state the state
     * @param route the directed route from this host
     * @param ports the number of ports
     * @param x the horizontal coordinate, to the right
     * @param y the vertical coordinate, downwards
     */
    public record NodeView(
            String guid, String name, String type, NodeState state, String route, int ports, double x, double y) {
        NodeView lost() {
            return new NodeView(guid, name, type, NodeState.LOST, route, ports, x, y);
        }

        NodeView at(double toTheRight, double down) {
            return new NodeView(guid, name, type, state, route, ports, toTheRight, down);
        }

        /** The state of a node. */
        public enum NodeState {
            /** The node responded. */
            PRESENT,
            /** The node did not respond, or is no longer reachable. */
            LOST
        }
    }

    /**
     * A link, as JSON.
     *
     * @param id the unique identifier
     * @param from the nearer end
     * @param to the other end
     * @param state the state of the link
     * @param width the number of lanes
     * @param speed the speed of each lane
     * @param errors the errors that both ends have counted
     * @param errorsPerMinute the rate of new errors
     */
    public record LinkView(
            String id,
            EndView from,
            EndView to,
            LinkState state,
            String width,
            String speed,
            long errors,
            double errorsPerMinute) {
        LinkView in(LinkState other) {
            return new LinkView(id, from, to, other, width, speed, errors, errorsPerMinute);
        }

        @Override
        public String toString() {
            return from + " - " + to;
        }

        /** The state of a link, from best to worst. */
        public enum LinkState {
            /** Both ends are active. */
            ACTIVE,
            /** The link is up, but the subnet manager has not configured it. */
            INACTIVE,
            /** The link is up, but the node behind it does not respond. */
            SILENT,
            /** The link is down. */
            DOWN
        }

        /**
         * An end of a link.
         *
         * @param guid the GUID of the node
         * @param name the name of the node
         * @param port the number of the port
         */
        public record EndView(String guid, String name, int port) {
            /** Returns the unique identifier of this end. */
            String id() {
                return guid + "-" + port;
            }

            @Override
            public String toString() {
                return '"' + name + "\" port " + port;
            }
        }
    }

    /**
     * The changes since the previous reading.
     *
     * @param at the time when the reading ended
     * @param structure whether nodes or links were added or moved, so that the whole graph has to be drawn
     * @param nodes the nodes that have changed
     * @param links the links that have changed
     * @param failures the messages of requests that failed
     */
    public record TopologyUpdate(
            Instant at, boolean structure, List<NodeView> nodes, List<LinkView> links, List<String> failures) {

        static TopologyUpdate between(FabricTopology before, FabricTopology after) {
            Set<NodeView> oldNodes = new HashSet<>(before.nodes());
            Set<LinkView> oldLinks = new HashSet<>(before.links());
            return new TopologyUpdate(
                    after.at(),
                    !shape(before).equals(shape(after)),
                    after.nodes().stream()
                            .filter(node -> !oldNodes.contains(node))
                            .toList(),
                    after.links().stream()
                            .filter(link -> !oldLinks.contains(link))
                            .toList(),
                    after.failures());
        }

        private static Set<String> shape(FabricTopology topology) {
            Set<String> shape = new HashSet<>();
            topology.nodes().forEach(node -> shape.add(node.guid() + " " + node.name()));
            topology.links().forEach(link -> shape.add(link.id()));
            return shape;
        }
    }
}
