package io.verbena.topology;

import io.verbena.iba.Guid;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Chassis of a topology. Nodes are identified by their IDs.
 *
 * @param groups the chassis, by number
 * @param places locations of nodes in their chassis, {@code ISR9288 Spine 1 Chip 2}
 * @param externalPorts port numbers on the enclosure of the chassis
 */
public record TopologyGrouping(
        List<Group> groups, Map<String, String> places, Map<TopologyPort.Peer, Integer> externalPorts) {
    /**
     * A chassis.
     *
     * @param number number of the chassis, from 1
     * @param guid GUID that its nodes share
     * @param spines spine boards
     * @param lines line boards, which have external ports
     * @param others nodes with an unknown location
     */
    public record Group(int number, Guid guid, List<String> spines, List<String> lines, List<String> others) {
        /** Copies the lists. */
        public Group {
            spines = List.copyOf(spines);
            lines = List.copyOf(lines);
            others = List.copyOf(others);
        }

        Stream<String> nodes() {
            return Stream.of(spines, lines, others).flatMap(List::stream);
        }
    }

    /** Copies lists and maps. */
    public TopologyGrouping {
        groups = List.copyOf(groups);
        places = Map.copyOf(places);
        externalPorts = Map.copyOf(externalPorts);
    }
}
