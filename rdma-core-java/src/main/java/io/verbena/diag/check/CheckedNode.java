package io.verbena.diag.check;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * A node that was looked at.
 *
 * @param guid of the node
 * @param type what kind of node
 * @param name what it is called
 * @param lid by which it was asked; {@link Lid#NONE} if by a directed route
 * @param problems of the node itself; none if it is well
 * @param ports those that were looked at, by number; none of a node that did not answer
 */
public record CheckedNode(
        Guid guid, NodeType type, String name, Lid lid, List<Problem> problems, List<CheckedPort> ports) {
    /** Makes the lists immutable. */
    public CheckedNode {
        problems = List.copyOf(problems);
        ports = List.copyOf(ports);
    }

    /** Whether the node itself is not well. */
    public boolean isBad() {
        return !problems.isEmpty();
    }

    /** Whether nothing is wrong with the node and the ports that were looked at. */
    public boolean isWell() {
        return problems.isEmpty()
                && ports.stream().allMatch(port -> port.problems().isEmpty());
    }

    CheckedNode withPorts(List<CheckedPort> others) {
        return new CheckedNode(guid, type, name, lid, problems, others);
    }
}
