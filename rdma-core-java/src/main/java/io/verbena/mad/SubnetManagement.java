package io.verbena.mad;

import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.path.Path;

/**
 * Reads what the agents of subnet management know, by whatever way: from the agents themselves, or from the subnet
 * administration, which has asked them before.
 */
public interface SubnetManagement {

    /**
     * Reads an attribute of a port or node (IBA 14.2).
     *
     * @param type the attribute
     * @param path where to ask; a directed route, or a path whose LID is known
     * @param modifier what the attribute asks for, such as the number of the port
     * @throws MadTimeoutException if nobody answers
     * @throws MadStatusException if the request is refused
     * @throws io.verbena.error.RdmaException if it cannot be sent, or the end port is lost
     */
    <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path, long modifier);

    /** Reads an attribute of a node, which needs no modifier. */
    default <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path) {
        return subnGet(type, path, 0);
    }

    /** The same as futures. */
    AsyncSubnetManagement async();
}
