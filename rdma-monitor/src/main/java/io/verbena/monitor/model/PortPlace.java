package io.verbena.monitor.model;

/**
 * Identifies a port of a subnet.
 *
 * @param node the GUID of the node, such as {@code 0x0002c90300000010}
 * @param port the number of the port
 */
public record PortPlace(String node, int port) implements Comparable<PortPlace> {

    /**
     * Parses the text of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text is not a GUID, a slash and a number
     */
    public static PortPlace parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a port; expected a node GUID, a slash and a port number");
        }
        return new PortPlace(text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)));
    }

    @Override
    public int compareTo(PortPlace other) {
        int order = node.compareTo(other.node);
        return order == 0 ? Integer.compare(port, other.port) : order;
    }

    /** Returns the GUID and the number with a slash between them. */
    @Override
    public String toString() {
        return node + "/" + port;
    }
}
