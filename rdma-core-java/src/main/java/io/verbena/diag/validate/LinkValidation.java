package io.verbena.diag.validate;

import io.verbena.diag.LinkReport;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that links are active, as fast and wide as both ends support, and configured equally at both ends. Links
 * between the same two nodes must have equal rates.
 */
final class LinkValidation {
    private LinkValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        Map<Set<Node>, List<Port>> parallel = new LinkedHashMap<>();
        List<List<Object>> rows = new ArrayList<>();
        for (Node node : fabric.subnet().nodes()) {
            for (Port port : node.ports()) {
                Port peer = port.peer().orElse(null);
                if (peer == null) {
                    checkUnlinked(port, result);
                } else if (isFirst(port, peer)) {
                    check(port, peer, options, result);
                    parallel.computeIfAbsent(Set.of(node, peer.node()), absent -> new ArrayList<>())
                            .add(port);
                    rows.add(row(port, peer, result));
                }
            }
        }
        parallel.values().forEach(ports -> checkParallel(ports, result));
        result.table(
                "links",
                List.of("guid", "name", "port", "peerGuid", "peerName", "peerPort", "state", "width", "speed"),
                rows);
    }

    /** Returns whether a port is the end at which its link is checked. A link from a node to itself is an oddity. */
    private static boolean isFirst(Port port, Port peer) {
        int order = port.node().guid().compareTo(peer.node().guid());
        return order < 0 || (order == 0 && port.number() < peer.number());
    }

    private static List<Object> row(Port port, Port peer, CheckResult result) {
        return List.of(
                port.node().guid().toHex(),
                result.nameOf(port.node()),
                port.number(),
                peer.node().guid().toHex(),
                result.nameOf(peer.node()),
                peer.number(),
                port.state().text(),
                port.width().text(),
                port.speed().name());
    }

    private static void checkUnlinked(Port port, CheckResult result) {
        boolean trained = port.info()
                .filter(info -> port.number() != 0 && info.portPhysicalState() == PortPhysicalState.LINK_UP)
                .isPresent();
        if (trained && port.state() != PortState.ACTIVE) {
            result.find(
                    FindingKind.LINK_NOT_ACTIVE,
                    result.nameOf(port) + " is " + port.state().text() + ", and its link leads to no known port",
                    port);
        }
    }

    private static void check(Port port, Port peer, ValidationOptions options, CheckResult result) {
        String name = "the link from " + result.nameOf(port) + " to " + result.nameOf(peer);
        List<String> inactive = Stream.of(port, peer)
                .filter(end -> end.info().isPresent() && end.state() != PortState.ACTIVE)
                .map(end -> result.nameOf(end) + " is " + end.state().text())
                .toList();
        if (!inactive.isEmpty()) {
            result.find(FindingKind.LINK_NOT_ACTIVE, name + ": " + String.join(", ", inactive), port, peer);
            return;
        }
        checkAllowed(port, peer, name, result);
        checkExpected(port, peer, name, options, result);
        checkEnds(port, peer, name, result);
    }

    private static void checkAllowed(Port port, Port peer, String name, CheckResult result) {
        PortInfo near = port.info().orElse(null);
        PortInfo far = peer.info().orElse(null);
        if (near == null || far == null) {
            return;
        }
        LinkReport.wider(near, far)
                .ifPresent(wider -> result.find(
                        FindingKind.LINK_NARROW,
                        name + " is " + port.width().text() + " wide, and both ends enable " + wider.text(),
                        port,
                        peer));
        // PortInfo reports FDR10 as QDR.
        LinkReport.faster(near, far)
                .filter(faster -> port.speed() != LaneSpeed.FDR10)
                .ifPresent(faster -> result.find(
                        FindingKind.LINK_SLOW,
                        name + " runs at " + port.speed() + ", and both ends enable " + faster,
                        port,
                        peer));
    }

    private static void checkExpected(
            Port port, Port peer, String name, ValidationOptions options, CheckResult result) {
        LaneSpeed speed = options.expectedSpeed();
        if (speed != null && port.speed() != LaneSpeed.UNKNOWN && port.speed().gigabits() < speed.gigabits()) {
            result.find(
                    FindingKind.SPEED_BELOW_EXPECTED,
                    name + " runs at " + port.speed() + ", less than " + speed,
                    port,
                    peer);
        }
        LinkWidth width = options.expectedWidth();
        if (width != null && LinkRate.lanes(port.width()) > 0 && LinkRate.lanes(port.width()) < LinkRate.lanes(width)) {
            result.find(
                    FindingKind.WIDTH_BELOW_EXPECTED,
                    name + " is " + port.width().text() + " wide, less than " + width.text(),
                    port,
                    peer);
        }
    }

    private static void checkEnds(Port port, Port peer, String name, CheckResult result) {
        PortInfo near = port.info().orElse(null);
        PortInfo far = peer.info().orElse(null);
        if (near == null || far == null) {
            return;
        }
        if (near.neighborMtuBits() != far.neighborMtuBits()) {
            result.find(
                    FindingKind.MTU_MISMATCH,
                    name + " has the MTU " + near.neighborMtu().text() + " at one end and "
                            + far.neighborMtu().text() + " at the other",
                    port,
                    peer);
        }
        if (near.operationalVlsBits() != far.operationalVlsBits()) {
            result.find(
                    FindingKind.VL_MISMATCH,
                    name + " uses " + near.operationalVls().text() + " at one end and "
                            + far.operationalVls().text() + " at the other",
                    port,
                    peer);
        }
    }

    private static void checkParallel(Collection<Port> ports, CheckResult result) {
        List<Double> rates = ports.stream()
                .map(LinkValidation::rate)
                .filter(Objects::nonNull)
                .toList();
        if (rates.stream().distinct().count() > 1) {
            Port first = ports.iterator().next();
            result.find(
                    FindingKind.UNEQUAL_PARALLEL_LINKS,
                    "the links from " + result.nameOf(first.node()) + " to "
                            + first.peer().map(Port::node).map(result::nameOf).orElse("nothing")
                            + " have different rates: "
                            + ports.stream()
                                    .map(port -> "port " + port.number() + " "
                                            + port.width().text() + " " + port.speed())
                                    .collect(Collectors.joining(", ")),
                    ports.stream()
                            .flatMap(port -> Stream.concat(Stream.of(port), port.peer().stream()))
                            .toList());
        }
    }

    private static @Nullable Double rate(Port port) {
        double rate = LinkRate.lanes(port.width()) * port.speed().gigabits();
        return port.state() == PortState.ACTIVE && rate > 0 ? Double.valueOf(rate) : null;
    }
}
