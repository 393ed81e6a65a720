package io.verbena.embedded;

import io.verbena.embedded.EmbeddedFault.Kind;
import io.verbena.embedded.node.Busy;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.routing.Faults;
import io.verbena.iba.ManagementClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Lists the active faults. Must be used under the lock of the timeline. */
final class FaultList {
    private final Fabric fabric;
    private final List<EmbeddedNode> nodes;
    private final List<EmbeddedFault> found = new ArrayList<>();
    private final Map<FabricPort, FabricPort> ends = new HashMap<>();
    private final Set<FabricPort> speeds = new HashSet<>();

    FaultList(Fabric fabric, List<EmbeddedNode> nodes) {
        this.fabric = fabric;
        this.nodes = nodes;
    }

    List<EmbeddedFault> list() {
        ofFabric(fabric.faults);
        double[] losses = fabric.paths.losses();
        for (int path = 0; path < losses.length; path++) {
            if (losses[path] > 0) {
                add(
                        Kind.LOSS,
                        text(losses[path]) + " of the scalable reliable datagrams on path " + path + " are lost");
            }
        }
        for (EmbeddedNode node : nodes) {
            ofNode(node, node.node);
            node.ports().forEach(port -> ofPort(port, port.port));
        }
        return List.copyOf(found);
    }

    private void ofFabric(Faults faults) {
        if (!faults.delay().isZero()) {
            add(Kind.DELAY, "datagrams are delayed by " + text(faults.delay()));
        }
        if (faults.loss() > 0) {
            add(Kind.LOSS, text(faults.loss()) + " of the datagrams are lost");
        }
        if (faults.duplication() > 0) {
            add(Kind.DUPLICATION, text(faults.duplication()) + " of the datagrams are duplicated");
        }
        if (faults.reordering() > 0) {
            add(
                    Kind.REORDERING,
                    text(faults.reordering()) + " of the datagrams are reordered, with an additional delay of at most "
                            + text(faults.spread()));
        }
    }

    private void ofNode(EmbeddedNode owner, FabricNode node) {
        if (node.isSilenced()) {
            add(Kind.SILENCE, owner, "does not respond");
        }
        if (node.isUnplugged()) {
            add(Kind.REMOVAL, owner, "has no adapter");
        } else if (node.isOff()) {
            add(Kind.REBOOT, owner, "reboots");
        } else if (fabric.repairs.isMissed(node)) {
            add(Kind.REBOOT, owner, "was rebooted and has no LID");
        }
        Busy busy = node.busy();
        if (busy != null && busy.left() > 0) {
            add(Kind.BUSY, owner, "is busy for " + busy.left() + (busy.left() == 1 ? " request" : " requests"));
        } else if (busy != null && busy.fraction() > 0) {
            add(Kind.BUSY, owner, "is busy for " + text(busy.fraction()) + " of the requests");
        }
        node.redirects()
                .forEach((code, to) -> add(
                        Kind.REDIRECT,
                        owner,
                        "redirects " + ManagementClass.of(code).text() + " requests to " + to));
    }

    private void ofPort(EmbeddedPort owner, FabricPort port) {
        FabricPort peer = port.peer();
        if (port.isCut() && peer != null && ends.put(peer, port) == null && !ends.containsKey(port)) {
            add(Kind.CUT, owner, "the link to " + peer + " is down");
        }
        if (port.limit() != null && peer != null && speeds.add(port) && !speeds.contains(peer)) {
            add(Kind.SPEED, owner, "the cable to " + peer + " permits " + port.limit() + " only");
        }
        for (int level : port.node().serviceLevels().dropped(port.number())) {
            add(Kind.SERVICE_LEVEL, owner, "drops service level " + level);
        }
        if (port.hasKeys()) {
            port.keys()
                    .removed()
                    .values()
                    .forEach(key -> add(Kind.PARTITION, owner, "lacks partition key 0x%04x".formatted(key)));
        }
    }

    private void add(Kind kind, String detail) {
        found.add(new EmbeddedFault(kind, Optional.empty(), Optional.empty(), detail));
    }

    private void add(Kind kind, EmbeddedNode node, String detail) {
        found.add(new EmbeddedFault(kind, Optional.of(node), Optional.empty(), detail));
    }

    private void add(Kind kind, EmbeddedPort port, String detail) {
        found.add(new EmbeddedFault(kind, Optional.of(port.node()), Optional.of(port), detail));
    }

    private static String text(double fraction) {
        return String.format(Locale.ROOT, "%s %%", Math.round(fraction * 1e6) / 1e4)
                .replace(".0 %", " %");
    }

    private static String text(Duration time) {
        return (time.toNanos() / 1e6 + " ms").replace(".0 ms", " ms");
    }
}
