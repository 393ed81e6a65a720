package io.verbena.mad;

import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.path.Path;

/**
 * Reads the attributes of subnet management, either from the subnet management agents or from the records that the subnet
 * administration keeps of them.
 */
public interface SubnetManagement {

    /**
     * Reads an attribute of a port or node (IBA 14.2).
     *
     * @param type type of the attribute
     * @param path directed route, combined route or path with a LID
     * @param modifier block or port that the attribute selects
     * @throws MadTimeoutException if no response arrives
     * @throws MadStatusException if the request is refused
     * @throws io.verbena.error.RdmaException if the request cannot be sent, or the end port is lost
     */
    <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path, long modifier);

    /** Reads an attribute that needs no modifier. */
    default <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path) {
        return subnGet(type, path, 0);
    }

    /** Returns the operations that return futures. */
    AsyncSubnetManagement async();
}
