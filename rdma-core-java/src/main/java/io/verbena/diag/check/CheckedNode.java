package io.verbena.diag.check;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * A node that was checked.
 *
 * @param guid the GUID of the node
 * @param type the type of the node
 * @param name the name of the node
 * @param lid the LID of the requests; {@link Lid#NONE} for a directed route
 * @param problems the problems of the node itself
 * @param ports the ports that were checked, by number; empty if the node did not respond
 */
public record CheckedNode(
        Guid guid, NodeType type, String name, Lid lid, List<Problem> problems, List<CheckedPort> ports) {
    /** Copies the lists. */
    public CheckedNode {
        problems = List.copyOf(problems);
        ports = List.copyOf(ports);
    }

    /** Returns whether the node itself has a problem. */
    public boolean isBad() {
        return !problems.isEmpty();
    }

    /** Returns whether neither the node nor its checked ports have a problem. */
    public boolean isWell() {
        return problems.isEmpty()
                && ports.stream().allMatch(port -> port.problems().isEmpty());
    }

    CheckedNode withPorts(List<CheckedPort> others) {
        return new CheckedNode(guid, type, name, lid, problems, others);
    }
}
