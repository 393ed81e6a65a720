package io.verbena.spring.boot.event;

import io.verbena.iba.Guid;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the links that came up or went down between two readings. At least one end of a link must confirm the change.
 */
final class LinkChanges {
    private LinkChanges() {}

    /** Identifies a port in any reading. */
    private record Place(Guid node, int port) {
        static Place of(Port port) {
            return new Place(port.node().guid(), port.number());
        }
    }

    /** The two ends of a link in a fixed order. */
    private record Link(Place one, Place other) {
        static Link of(Port port, Port peer) {
            Place one = Place.of(port);
            Place other = Place.of(peer);
            int order = Long.compareUnsigned(one.node.bits(), other.node.bits());
            boolean first = order < 0 || (order == 0 && one.port < other.port);
            return first ? new Link(one, other) : new Link(other, one);
        }
    }

    static List<SubnetEvent> between(Subnet before, Subnet after, Instant at) {
        Map<Link, Port> old = links(before);
        Map<Link, Port> current = links(after);
        Stream<SubnetEvent> gone = without(old, current.keySet())
                .filter(port -> isKnownToBeDown(port, after))
                .map(port -> new LinkDownEvent(at, port, port.peer().orElseThrow()));
        Stream<SubnetEvent> come = without(current, old.keySet())
                .filter(port -> isNotKnownToHaveBeenUp(port, before))
                .map(port -> new LinkUpEvent(at, port, port.peer().orElseThrow()));
        return Stream.concat(gone, come).toList();
    }

    /** Returns each link with its nearer end. */
    private static Map<Link, Port> links(Subnet subnet) {
        Map<Link, Port> links = new LinkedHashMap<>();
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                port.peer().ifPresent(peer -> links.putIfAbsent(Link.of(port, peer), port));
            }
        }
        return links;
    }

    private static Stream<Port> without(Map<Link, Port> links, Set<Link> others) {
        Set<Link> only = new HashSet<>(links.keySet());
        only.removeAll(others);
        return links.entrySet().stream()
                .filter(link -> only.contains(link.getKey()))
                .map(Map.Entry::getValue);
    }

    private static boolean isKnownToBeDown(Port port, Subnet after) {
        return ends(port, after).anyMatch(end -> end.peer().isPresent() || !isUp(end));
    }

    private static boolean isNotKnownToHaveBeenUp(Port port, Subnet before) {
        return ends(port, before).noneMatch(end -> end.peer().isEmpty() && isUp(end));
    }

    /** Returns both ends of a link in another reading, as far as their nodes responded. */
    private static Stream<Port> ends(Port port, Subnet other) {
        return Stream.of(port, port.peer().orElseThrow())
                .map(end -> other.node(end.node().guid()).flatMap(node -> node.port(end.number())))
                .flatMap(Optional::stream)
                .filter(end -> end.info().isPresent());
    }

    private static boolean isUp(Port port) {
        return port.info()
                .map(PortInfo::portPhysicalState)
                .filter(PortPhysicalState.LINK_UP::equals)
                .isPresent();
    }
}
