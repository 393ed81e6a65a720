package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;

/** An attribute of a management class, implemented for all nodes. */
interface Attribute {
    /**
     * Writes the attribute to the packet.
     *
     * @param arrival the port at which the request arrived
     * @return the status of the response
     */
    int get(FabricNode node, MadPacket packet, FabricPort arrival);

    /**
     * Sets the attribute from the packet, and writes the resulting attribute to the packet.
     *
     * @param arrival the port at which the request arrived
     * @return the status of the response
     */
    default int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        return Status.ATTRIBUTE_NOT_SUPPORTED;
    }
}
