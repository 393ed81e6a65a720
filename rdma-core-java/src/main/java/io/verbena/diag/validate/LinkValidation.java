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
                    new Link(port, peer, result).check(options);
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
            String what = " is " + port.state().text() + ", and its link leads to no known port";
            result.findOf(FindingKind.LINK_NOT_ACTIVE, port, what);
        }
    }

    private record Link(Port port, Port peer, CheckResult result) {
        void find(FindingKind kind, String what) {
            result.find(kind, "the link from " + result.nameOf(port) + " to " + result.nameOf(peer) + what, port, peer);
        }

        void check(ValidationOptions options) {
            List<String> inactive = Stream.of(port, peer)
                    .filter(end -> end.info().isPresent() && end.state() != PortState.ACTIVE)
                    .map(end -> result.nameOf(end) + " is " + end.state().text())
                    .toList();
            if (!inactive.isEmpty()) {
                find(FindingKind.LINK_NOT_ACTIVE, ": " + String.join(", ", inactive));
                return;
            }
            PortInfo near = port.info().orElse(null);
            PortInfo far = peer.info().orElse(null);
            if (near != null && far != null) {
                checkAllowed(near, far);
            }
            checkExpected(options);
            if (near != null && far != null) {
                checkEnds(near, far);
            }
        }

        private void checkAllowed(PortInfo near, PortInfo far) {
            LinkReport.wider(near, far)
                    .ifPresent(wider -> find(
                            FindingKind.LINK_NARROW,
                            " is " + port.width().text() + " wide, and both ends enable " + wider.text()));
            // PortInfo reports FDR10 as QDR.
            LinkReport.faster(near, far)
                    .filter(faster -> port.speed() != LaneSpeed.FDR10)
                    .ifPresent(faster -> find(
                            FindingKind.LINK_SLOW, " runs at " + port.speed() + ", and both ends enable " + faster));
        }

        private void checkExpected(ValidationOptions options) {
            LaneSpeed speed = options.expectedSpeed();
            if (speed != null
                    && port.speed() != LaneSpeed.UNKNOWN
                    && port.speed().gigabits() < speed.gigabits()) {
                find(FindingKind.SPEED_BELOW_EXPECTED, " runs at " + port.speed() + ", less than " + speed);
            }
            LinkWidth width = options.expectedWidth();
            int lanes = LinkRate.lanes(port.width());
            if (width != null && lanes > 0 && lanes < LinkRate.lanes(width)) {
                String what = " is " + port.width().text() + " wide, less than " + width.text();
                find(FindingKind.WIDTH_BELOW_EXPECTED, what);
            }
        }

        private void checkEnds(PortInfo near, PortInfo far) {
            if (near.neighborMtuBits() != far.neighborMtuBits()) {
                find(
                        FindingKind.MTU_MISMATCH,
                        " has the MTU " + near.neighborMtu().text() + " at one end and "
                                + far.neighborMtu().text() + " at the other");
            }
            if (near.operationalVlsBits() != far.operationalVlsBits()) {
                find(
                        FindingKind.VL_MISMATCH,
                        " uses " + near.operationalVls().text() + " at one end and "
                                + far.operationalVls().text() + " at the other");
            }
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
