package io.verbena.subnet.chassis;

import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import java.util.List;
import java.util.stream.Stream;

/**
 * Nodes in one housing.
 *
 * @param number from 1
 * @param guid what they have in common: the GUID of the system, or for Voltaire one less than that of the first spine
 * @param spines the boards that join the others, by their place
 * @param lines the boards with ports to the outside, by their place; routers are among them
 * @param others nodes whose place is not known, the last of the subnet first
 */
public record Chassis(int number, Guid guid, List<Node> spines, List<Node> lines, List<Node> others) {
    /** Makes the lists immutable. */
    public Chassis {
        spines = List.copyOf(spines);
        lines = List.copyOf(lines);
        others = List.copyOf(others);
    }

    /** All its nodes. */
    public List<Node> nodes() {
        return Stream.of(spines, lines, others).flatMap(List::stream).toList();
    }
}
