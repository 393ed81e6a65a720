package io.verbena.diag.validate;

import io.verbena.diag.cabling.CableList;
import io.verbena.diag.cabling.CablingChanges;
import io.verbena.diag.cabling.CablingChanges.Link;
import io.verbena.diag.cabling.CablingChanges.Member;
import io.verbena.diag.cabling.ExpectedNode;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares a subnet with the subnet as it should be: its nodes, links and descriptions. */
final class ReferenceValidation {
    private ReferenceValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        Subnet reference = options.reference();
        if (reference == null) {
            return;
        }
        List<ExpectedNode> expected = reference.nodes().stream()
                .map(node -> new ExpectedNode(
                        node.guid(), node.info().numPorts(), fabric.names().nameOf(node), node.description()))
                .toList();
        CablingChanges changes = CablingChanges.of(fabric.subnet(), CableList.of(reference), expected, fabric.names());
        Set<Member> missing = Set.copyOf(changes.missing());
        Set<Member> added = Set.copyOf(changes.unexpected());
        changes.missing()
                .forEach(member -> result.findAt(
                        FindingKind.NODE_MISSING,
                        member.name() + " is missing",
                        List.of(affected(member, null, fabric, reference))));
        changes.unexpected()
                .forEach(member -> result.findAt(
                        FindingKind.NODE_ADDED,
                        member.name() + " is not in the reference",
                        List.of(affected(member, null, fabric, reference))));
        changes.gone().stream()
                .filter(link -> !missing.contains(link.node()) && !missing.contains(link.peer()))
                .forEach(link -> find(FindingKind.LINK_MISSING, " is missing", link, fabric, reference, result));
        changes.added().stream()
                .filter(link -> !added.contains(link.node()) && !added.contains(link.peer()))
                .forEach(link ->
                        find(FindingKind.LINK_ADDED, " is not in the reference", link, fabric, reference, result));
        checkDescriptions(fabric.subnet(), reference, result);
    }

    private static void find(
            FindingKind kind, String what, Link link, FabricState fabric, Subnet reference, CheckResult result) {
        result.findAt(
                kind,
                "the link from " + link.node().name() + " port " + link.port() + " to "
                        + link.peer().name() + " port " + link.peerPort() + what,
                List.of(
                        affected(link.node(), link.port(), fabric, reference),
                        affected(link.peer(), link.peerPort(), fabric, reference)));
    }

    private static Affected affected(Member member, @Nullable Integer port, FabricState fabric, Subnet reference) {
        Node node = fabric.subnet()
                .node(member.guid())
                .or(() -> reference.node(member.guid()))
                .orElse(null);
        return node == null
                ? new Affected(member.guid(), NodeType.UNKNOWN, member.name(), port, Lid.NONE)
                : new Affected(member.guid(), node.type(), member.name(), port, CheckResult.lid(node));
    }

    private static void checkDescriptions(Subnet subnet, Subnet reference, CheckResult result) {
        for (Node before : reference.nodes()) {
            Node now = subnet.node(before.guid()).orElse(null);
            if (now != null
                    && !before.description().isEmpty()
                    && !now.description().equals(before.description())) {
                result.findNodes(
                        FindingKind.DESCRIPTION_CHANGED,
                        now.guid().toHex() + " was called '" + before.description() + "' and is called '"
                                + now.description() + "'",
                        List.of(now));
            }
        }
    }
}
