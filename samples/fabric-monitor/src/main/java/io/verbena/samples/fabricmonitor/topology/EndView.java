package io.verbena.samples.fabricmonitor.topology;

/**
 * An end of a link.
 *
 * @param guid of the node
 * @param name of the node
 * @param port the number of the port
 */
public record EndView(String guid, String name, int port) {
    /** What tells it from all other ends. */
    String id() {
        return guid + "-" + port;
    }

    @Override
    public String toString() {
        return '"' + name + "\" port " + port;
    }
}
