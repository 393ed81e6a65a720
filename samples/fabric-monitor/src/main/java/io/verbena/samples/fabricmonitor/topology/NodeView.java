package io.verbena.samples.fabricmonitor.topology;

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
