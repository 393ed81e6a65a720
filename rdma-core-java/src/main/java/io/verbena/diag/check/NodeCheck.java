package io.verbena.diag.check;

import io.verbena.diag.NodePorts;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CheckReport.CheckedNode.CheckedPort;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a node or one of its ports. */
public final class NodeCheck {
    private NodeCheck() {}

    /**
     * Checks that a node responds for itself.
     *
     * @throws RdmaException if no node responds
     */
    public static CheckedNode of(SubnetManagement management, Path path) {
        NodeInfo info = management.subnGet(NodeInfo.class, path);
        Lid lid = path instanceof IbPath addressed ? addressed.dlid() : Lid.NONE;
        String name = "";
        List<Problem> problems = List.of();
        try {
            name = management.subnGet(NodeDescription.class, path).nodeString();
        } catch (RdmaException e) {
            problems = List.of(silent("NodeDesc", e));
        }
        return new CheckedNode(info.nodeGuid(), info.nodeType(), name, lid, problems, List.of());
    }

    /**
     * Checks that a node responds for itself, and checks one of its ports.
     *
     * @throws RdmaException if no node responds, or the node does not have the port
     */
    public static CheckedNode of(SubnetManagement management, Path path, int port, Set<PortCheck> tests) {
        CheckedNode node = of(management, path);
        NodePorts.node(management, path, port);
        List<Problem> problems;
        try {
            PortInfo info = management.subnGet(PortInfo.class, path, port);
            problems = PortCheck.problems(tests, info, asked(info, node, port));
        } catch (RdmaException e) {
            problems = List.of(silent("PortInfo", e));
        }
        return node.withPorts(List.of(new CheckedPort(node.lid(), port, problems)));
    }

    /** Returns the LID that was used to reach the port; null if the adapter was reached through another port. */
    private static @Nullable Lid asked(PortInfo info, CheckedNode node, int port) {
        if (node.type() == NodeType.SWITCH) {
            return port == 0 ? node.lid() : null;
        }
        return info.localPortNum() == port ? node.lid() : Lid.NONE;
    }

    static Problem silent(String attribute, Throwable failure) {
        String reason = String.valueOf(FutureErrors.cause(failure).getMessage());
        return new Problem(Kind.SILENT, attribute, reason, "a response");
    }
}
