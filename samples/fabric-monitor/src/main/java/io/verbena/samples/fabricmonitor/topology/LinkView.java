package io.verbena.samples.fabricmonitor.topology;

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
