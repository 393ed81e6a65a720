package io.verbena.diag.check;

import io.verbena.diag.PendingRequests;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CheckReport.CheckedNode.CheckedPort;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import io.verbena.diag.check.CheckReport.Tally;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.mad.AsyncSubnetManagement;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Checks that all nodes of a subnet respond for themselves, and checks their connected ports. Requests are addressed by
 * LID, or by directed route if there is no LID. All requests are in flight at the same time, and all attempts of a
 * request fit in one timeout, so any number of unresponsive nodes costs one timeout. For one thread; it can run more
 * than once.
 */
public final class SubnetCheck {
    private final MadTransactor mad;
    private final AsyncSubnetManagement management;
    private final NodeNameMap names;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger bad = new AtomicInteger();

    /** Creates a check that queries the agents. */
    public SubnetCheck(MadTransactor mad, NodeNameMap names) {
        this(mad.withOptions(PendingRequests.withinOneTimeout(mad.options())), null, names);
    }

    /** Creates a check that queries another source of the attributes, such as the subnet administration. */
    public static SubnetCheck by(MadTransactor mad, SubnetManagement management, NodeNameMap names) {
        return new SubnetCheck(mad, management, names);
    }

    private SubnetCheck(MadTransactor mad, @Nullable SubnetManagement management, NodeNameMap names) {
        this.mad = mad;
        this.management = management == null ? mad.async() : management.async();
        this.names = names;
    }

    /** Returns the number of nodes that have been checked. Safe to call from any thread. */
    public int done() {
        return done.get();
    }

    /** Returns the number of bad nodes so far. Safe to call from any thread. */
    public int bad() {
        return bad.get();
    }

    private void count(@Nullable CheckedNode checked, @Nullable Throwable failure) {
        if (checked == null || !checked.isWell()) {
            bad.incrementAndGet();
        }
        done.incrementAndGet();
    }

    /**
     * Checks nodes.
     *
     * @param tests the checks of their ports; if empty, ports are not checked
     * @throws RdmaException if the thread is interrupted; an unresponsive node is a problem in the report
     */
    public CheckReport run(Collection<Node> nodes, Set<PortCheck> tests) {
        done.set(0);
        bad.set(0);
        List<CompletableFuture<CheckedNode>> asked = nodes.stream()
                .map(node -> check(node, tests).whenComplete(this::count))
                .toList();
        List<CheckedNode> checked = PendingRequests.all(mad, asked, "the check of " + nodes.size() + " nodes");
        int ports = checked.stream().mapToInt(node -> node.ports().size()).sum();
        int badPorts = (int) checked.stream()
                .flatMap(node -> node.ports().stream())
                .filter(CheckedPort::isBad)
                .count();
        int badNodes = (int) checked.stream().filter(CheckedNode::isBad).count();
        return new CheckReport(checked, badNodes, new Tally(ports, badPorts), new Tally(0, 0));
    }

    private CompletableFuture<CheckedNode> check(Node node, Set<PortCheck> tests) {
        Lid lid = lid(node);
        Optional<Path> path =
                lid.isUnicast() ? Optional.of(IbPath.to(lid)) : node.findPath().map(Path.class::cast);
        if (path.isEmpty()) {
            Problem unreachable = new Problem(Kind.ADDRESS, "Lid", lid.toString(), "a LID from 1 to 49151");
            return CompletableFuture.completedFuture(checked(node, lid, List.of(unreachable), List.of()));
        }
        return node(node, path.get())
                .thenCompose(problems -> problems.isEmpty() && !tests.isEmpty()
                        ? ports(node, path.get(), tests).thenApply(ports -> checked(node, lid, problems, ports))
                        : CompletableFuture.completedFuture(checked(node, lid, problems, List.of())));
    }

    private CheckedNode checked(Node node, Lid lid, List<Problem> problems, List<CheckedPort> ports) {
        return new CheckedNode(node.guid(), node.type(), names.nameOf(node), lid, problems, ports);
    }

    /** Returns the LID of a switch, or of the first connected port with a LID. */
    private static Lid lid(Node node) {
        return node.ports().stream()
                .filter(port ->
                        port.isEndPort() && (node.isSwitch() || port.peer().isPresent()))
                .map(Port::lid)
                .filter(Lid::isUnicast)
                .findFirst()
                .orElse(Lid.NONE);
    }

    private CompletableFuture<List<Problem>> node(Node node, Path path) {
        CompletableFuture<List<Problem>> identity = management
                .subnGet(NodeInfo.class, path)
                .thenApply(info -> other(node, info))
                .exceptionally(failure -> List.of(NodeCheck.silent("NodeInfo", failure)));
        CompletableFuture<List<Problem>> description = management
                .subnGet(NodeDescription.class, path)
                .thenApply(described -> List.<Problem>of())
                .exceptionally(failure -> List.of(NodeCheck.silent("NodeDesc", failure)));
        return identity.thenCombine(description, (first, second) -> first.isEmpty() ? second : first);
    }

    private static List<Problem> other(Node node, NodeInfo info) {
        return info.nodeGuid().equals(node.guid())
                ? List.of()
                : List.of(new Problem(
                        Kind.OTHER_NODE,
                        "NodeGuid",
                        info.nodeGuid().toHex(),
                        node.guid().toHex()));
    }

    private CompletableFuture<List<CheckedPort>> ports(Node node, Path path, Set<PortCheck> tests) {
        return PendingRequests.allAsync(node.ports().stream()
                .filter(port -> port.peer().isPresent())
                .map(port -> port(port, path, tests))
                .toList());
    }

    private CompletableFuture<CheckedPort> port(Port port, Path node, Set<PortCheck> tests) {
        Path path = port.isEndPort() && port.lid().isUnicast() ? IbPath.to(port.lid()) : node;
        Lid own = port.isEndPort() ? port.lid() : null;
        return management
                .subnGet(PortInfo.class, path, port.number())
                .thenApply(info -> PortCheck.problems(tests, info, own))
                .exceptionally(failure -> List.of(NodeCheck.silent("PortInfo", failure)))
                .thenApply(problems -> new CheckedPort(port.lid(), port.number(), problems));
    }
}
