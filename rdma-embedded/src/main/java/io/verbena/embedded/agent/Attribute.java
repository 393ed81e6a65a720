package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;

/** One attribute of a management class, for every node. */
interface Attribute {
    /**
     * Writes the attribute into the packet.
     *
     * @param arrival the port the request came in by
     * @return the status of the answer
     */
    int get(Node node, Packet packet, Port arrival);

    /**
     * Takes the attribute from the packet, and leaves in it what came of it.
     *
     * @return the status of the answer
     */
    default int set(Node node, Packet packet, Port arrival) {
        return Status.ATTRIBUTE_NOT_SUPPORTED;
    }
}
