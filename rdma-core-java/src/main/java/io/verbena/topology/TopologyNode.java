package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A node of a topology.
 *
 * @param id ID by which links refer to the node, {@code S-0002c90200000000}
 * @param type type of the node
 * @param numPorts number of ports, without port 0 of a switch
 * @param vendorId vendor ID, 24 bits
 * @param deviceId device ID, 16 bits
 * @param systemImageGuid system image GUID; zero if the text omits it
 * @param nodeGuid node GUID; zero if the text omits it
 * @param portZeroGuid port GUID of a switch; zero for other nodes, or if the text omits it
 * @param description NodeDescription
 * @param enhancedPortZero whether a switch has an enhanced port 0
 * @param portZeroLid LID of a switch; 0 for other nodes, or if the text omits it
 * @param portZeroLmc LMC of a switch
 * @param ports ports in the text, by number
 */
public record TopologyNode(
        String id,
        NodeType type,
        int numPorts,
        int vendorId,
        int deviceId,
        Guid systemImageGuid,
        Guid nodeGuid,
        Guid portZeroGuid,
        String description,
        boolean enhancedPortZero,
        int portZeroLid,
        int portZeroLmc,
        SortedMap<Integer, TopologyPort> ports) {

    /** Copies the ports. */
    public TopologyNode {
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
    }

    /** Returns the port with this number. */
    public Optional<TopologyPort> port(int number) {
        return Optional.ofNullable(ports.get(number));
    }
}
