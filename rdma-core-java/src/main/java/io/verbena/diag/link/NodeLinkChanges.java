package io.verbena.diag.link;

import io.verbena.diag.link.NodeLinks.LinkEnd;
import io.verbena.diag.link.NodeLinks.PortLink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the links of a node. If the node was added or removed, its links are not listed.
 *
 * @param before the previous links; null if the node did not exist
 * @param after the current links; null if the node no longer exists
 * @param renamed whether its NodeDescription has changed
 * @param links the changed links by port
 */
public record NodeLinkChanges(
        @Nullable NodeLinks before, @Nullable NodeLinks after, boolean renamed, List<LinkChange> links) {
    /** Copies the list. */
    public NodeLinkChanges {
        links = List.copyOf(links);
    }

    /** Compares the links of two subnets. The result is in the order of the older one, with new nodes at the end. */
    public static List<NodeLinkChanges> between(List<NodeLinks> before, List<NodeLinks> after, Set<LinkCheck> checks) {
        Map<Object, NodeLinks> left = new LinkedHashMap<>();
        after.forEach(node -> left.put(node.guid(), node));
        List<NodeLinkChanges> changes = new ArrayList<>();
        for (NodeLinks was : before) {
            NodeLinks is = left.remove(was.guid());
            NodeLinkChanges change =
                    is == null ? new NodeLinkChanges(was, null, false, List.of()) : between(was, is, checks);
            if (is == null || change.renamed() || !change.links().isEmpty()) {
                changes.add(change);
            }
        }
        left.values().forEach(added -> changes.add(new NodeLinkChanges(null, added, false, List.of())));
        return List.copyOf(changes);
    }

    private static NodeLinkChanges between(NodeLinks was, NodeLinks is, Set<LinkCheck> checks) {
        Map<Integer, PortLink> old = byPort(was);
        Map<Integer, PortLink> current = byPort(is);
        Map<Integer, PortLink> all = new TreeMap<>(old);
        all.putAll(current);
        List<LinkChange> links = new ArrayList<>();
        for (int port : all.keySet()) {
            PortLink one = old.get(port);
            PortLink other = current.get(port);
            if (one == null || other == null || isChanged(one, other, checks)) {
                links.add(new LinkChange(one, other));
            }
        }
        boolean renamed = checks.contains(LinkCheck.NODEDESC) && !was.name().equals(is.name());
        return new NodeLinkChanges(was, is, renamed, links);
    }

    private static Map<Integer, PortLink> byPort(NodeLinks node) {
        return node.links().stream()
                .collect(Collectors.toMap(link -> link.from().port(), Function.identity()));
    }

    private static boolean isChanged(PortLink was, PortLink is, Set<LinkCheck> checks) {
        LinkEnd before = was.to();
        LinkEnd after = is.to();
        boolean ports = checks.contains(LinkCheck.PORT);
        boolean moved = ports && !Objects.equals(place(before), place(after));
        boolean state = checks.contains(LinkCheck.STATE)
                && (was.state() != is.state() || was.physicalState() != is.physicalState());
        boolean lid = checks.contains(LinkCheck.LID)
                && !was.from().lid().equals(is.from().lid());
        if (moved || state || lid || before == null || after == null || !ports) {
            return moved || state || lid;
        }
        return (checks.contains(LinkCheck.LID) && !before.lid().equals(after.lid()))
                || (checks.contains(LinkCheck.NODEDESC) && !before.name().equals(after.name()));
    }

    /** Returns the identity of a port without its other attributes. */
    private static @Nullable Object place(@Nullable LinkEnd end) {
        return end == null ? null : List.of(end.node(), end.port());
    }

    /**
     * A link that has changed.
     *
     * @param before the previous state; null if the port did not exist
     * @param after the current state; null if the port no longer exists
     */
    public record LinkChange(
            @Nullable PortLink before, @Nullable PortLink after) {}
}
