package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One node of a topology.
 *
 * @param id what links call it, {@code S-0002c90200000000}
 * @param type what kind of node
 * @param numPorts the number of ports it could have links on; port 0 of a switch is not counted
 * @param vendorId 24 bits
 * @param deviceId 16 bits
 * @param systemImageGuid zero where the text does not say
 * @param nodeGuid zero where the text does not say
 * @param portZeroGuid the port GUID of a switch, zero elsewhere or where the text does not say
 * @param description what the node calls itself
 * @param enhancedPortZero whether the port 0 of a switch is an enhanced one
 * @param portZeroLid the LID of a switch, 0 elsewhere or where the text does not say
 * @param portZeroLmc the LMC of a switch
 * @param ports those the text speaks of, by number
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

    /** Makes the ports immutable. */
    public TopologyNode {
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
    }

    /** The port with this number. */
    public Optional<TopologyPort> port(int number) {
        return Optional.ofNullable(ports.get(number));
    }
}
