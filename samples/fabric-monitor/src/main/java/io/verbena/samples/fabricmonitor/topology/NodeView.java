package io.verbena.samples.fabricmonitor.topology;

/**
 * A node, as it is served.
 *
 * @param guid its GUID
 * @param name what it calls itself, or its GUID
 * @param type a switch, a host or a router, by these words
 * @param state how it was found
 * @param route the ports by which it was reached from here
 * @param ports how many ports it has
 * @param x where it is drawn, to the right
 * @param y likewise, downwards
 */
public record NodeView(
        String guid, String name, String type, NodeState state, String route, int ports, double x, double y) {
    NodeView lost() {
        return new NodeView(guid, name, type, NodeState.LOST, route, ports, x, y);
    }

    NodeView at(double toTheRight, double down) {
        return new NodeView(guid, name, type, state, route, ports, toTheRight, down);
    }
}
