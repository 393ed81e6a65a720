package io.verbena.topology;

import io.verbena.iba.Guid;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How the nodes of a topology stand together in chassis; nodes are named by their ids.
 *
 * @param groups the chassis, by number
 * @param places where nodes are in their chassis, {@code ISR9288 Spine 1 Chip 2}
 * @param externalPorts the numbers that ports have on the outside of their chassis
 */
public record TopologyGrouping(
        List<Group> groups, Map<String, String> places, Map<TopologyPort.Peer, Integer> externalPorts) {
    /**
     * One chassis.
     *
     * @param number from 1
     * @param guid what its nodes have in common
     * @param spines the boards that join the others
     * @param lines the boards with ports to the outside
     * @param others nodes whose place is not known
     */
    public record Group(int number, Guid guid, List<String> spines, List<String> lines, List<String> others) {
        /** Makes the lists immutable. */
        public Group {
            spines = List.copyOf(spines);
            lines = List.copyOf(lines);
            others = List.copyOf(others);
        }

        Stream<String> nodes() {
            return Stream.of(spines, lines, others).flatMap(List::stream);
        }
    }

    /** Makes all of it immutable. */
    public TopologyGrouping {
        groups = List.copyOf(groups);
        places = Map.copyOf(places);
        externalPorts = Map.copyOf(externalPorts);
    }
}
