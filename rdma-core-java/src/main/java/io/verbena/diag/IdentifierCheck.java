package io.verbena.diag;

import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetFinding;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that the identifiers of all nodes and ports exist and are unique.
 *
 * @param problems the problems; empty in a healthy subnet
 */
public record IdentifierCheck(List<Problem> problems) {
    /** The kinds of problems. */
    public enum Kind {
        /** The GUID of a node is 0. */
        ZERO_NODE_GUID,
        /** The GUID of a port is 0. */
        ZERO_PORT_GUID,
        /** A port whose link is up has no LID. */
        ZERO_LID,
        /** Two ports that are not of one switch have the same GUID. */
        DUPLICATE_PORT_GUID,
        /** Two end ports share a LID. */
        DUPLICATE_LID
    }

    /**
     * A problem.
     *
     * @param kind the kind of problem
     * @param text a description with the ports
     */
    public record Problem(Kind kind, String text) {}

    /** Receives problems. */
    public interface Listener {
        /** Called for each problem. */
        void found(Kind kind, String text, List<Port> ports);
    }

    /**
     * Checks all nodes. Two nodes with the same GUID appear as one node, whose ports are connected to several ports.
     */
    public static IdentifierCheck of(Subnet subnet) {
        List<Problem> problems = new ArrayList<>();
        run(subnet, (kind, text, ports) -> problems.add(new Problem(kind, text)));
        return new IdentifierCheck(List.copyOf(problems));
    }

    /** Checks all nodes, and reports each problem with the affected ports. */
    public static void run(Subnet subnet, Listener listener) {
        for (Node node : subnet.nodes()) {
            if (node.guid().equals(Guid.ZERO)) {
                listener.found(Kind.ZERO_NODE_GUID, node + " has the node GUID 0", List.copyOf(node.ports()));
            }
            node.ports().stream().filter(Port::isEndPort).forEach(port -> check(port, listener));
        }
        for (SubnetFinding finding : subnet.findings()) {
            listener.found(
                    switch (finding.kind()) {
                        case DUPLICATE_PORT_GUID -> Kind.DUPLICATE_PORT_GUID;
                        case DUPLICATE_LID -> Kind.DUPLICATE_LID;
                    },
                    finding.text(),
                    finding.ports());
        }
    }

    private static void check(Port port, Listener listener) {
        boolean linked = port.number() == 0 || port.peer().isPresent();
        if (linked && port.guid().equals(Guid.ZERO)) {
            listener.found(Kind.ZERO_PORT_GUID, port + " has the GUID 0", List.of(port));
        }
        if (linked && port.info().isPresent() && !port.lid().isUnicast()) {
            listener.found(Kind.ZERO_LID, port + " has no LID", List.of(port));
        }
    }
}
