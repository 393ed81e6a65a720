package io.verbena.diag.link;

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
 * What is not the same about the links of a node. For one that was not there before, or is gone, no single link is listed.
 *
 * @param before its links as they were; null if the node was not there
 * @param after its links as they are; null if the node is gone
 * @param renamed whether it calls itself something else
 * @param links those that are not the same, by port
 */
public record NodeLinkChanges(
        @Nullable NodeLinks before, @Nullable NodeLinks after, boolean renamed, List<LinkChange> links) {
    /** Makes the list immutable. */
    public NodeLinkChanges {
        links = List.copyOf(links);
    }

    /** Compares the links of two subnets, in the order of the older one; what was added comes last. */
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
        Map<Integer, LinkReport> old = byPort(was);
        Map<Integer, LinkReport> current = byPort(is);
        Map<Integer, LinkReport> all = new TreeMap<>(old);
        all.putAll(current);
        List<LinkChange> links = new ArrayList<>();
        for (int port : all.keySet()) {
            LinkReport one = old.get(port);
            LinkReport other = current.get(port);
            if (one == null || other == null || isChanged(one, other, checks)) {
                links.add(new LinkChange(one, other));
            }
        }
        boolean renamed = checks.contains(LinkCheck.NODEDESC) && !was.name().equals(is.name());
        return new NodeLinkChanges(was, is, renamed, links);
    }

    private static Map<Integer, LinkReport> byPort(NodeLinks node) {
        return node.links().stream()
                .collect(Collectors.toMap(link -> link.from().port(), Function.identity()));
    }

    private static boolean isChanged(LinkReport was, LinkReport is, Set<LinkCheck> checks) {
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

    /** Which port it is, whatever is said of it. */
    private static @Nullable Object place(@Nullable LinkEnd end) {
        return end == null ? null : List.of(end.node(), end.port());
    }
}
