package io.verbena.subnet;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Index of ports by GUID and LID and of nodes by system, created on first use. */
final class SubnetIndex {
    private final Map<Guid, Port> byGuid = new HashMap<>();
    private final Map<Guid, List<Node>> bySystem = new HashMap<>();
    private final Map<List<Port>, List<Integer>> lidClashes = new HashMap<>();
    private final List<SubnetFinding> findings = new ArrayList<>();
    private @Nullable Port[] byLid = new @Nullable Port[64];

    SubnetIndex(Collection<Node> nodes) {
        for (Node node : nodes) {
            bySystem.computeIfAbsent(node.info().systemImageGuid(), absent -> new ArrayList<>(1))
                    .add(node);
            for (Port port : node.ports()) {
                Port end = port.endPort();
                addGuid(end);
                if (end == port) {
                    addLids(port);
                }
            }
        }
        lidClashes.forEach((ports, lids) -> findings.add(new SubnetFinding(
                SubnetFinding.Kind.DUPLICATE_LID,
                (lids.size() == 1 ? "LID " : "LIDs ") + lids.toString().replaceAll("[\\[\\]]", "") + ": " + ports.get(0)
                        + " and " + ports.get(1),
                ports)));
    }

    private void addGuid(Port port) {
        if (port.guid().equals(Guid.ZERO)) {
            return;
        }
        Port other = byGuid.putIfAbsent(port.guid(), port);
        if (other != null
                && other != port
                && !(other.node() == port.node() && port.node().isSwitch())) {
            findings.add(new SubnetFinding(
                    SubnetFinding.Kind.DUPLICATE_PORT_GUID,
                    "GUID " + port.guid().toHex() + ": " + other + " and " + port,
                    List.of(other, port)));
        }
    }

    private void addLids(Port port) {
        if (!port.lid().isUnicast()) {
            return;
        }
        int first = port.lid().bits() >>> port.lmc() << port.lmc();
        int last = Math.min(first + (1 << port.lmc()), Lid.FIRST_MULTICAST.bits()) - 1;
        if (last >= byLid.length) {
            byLid = Arrays.copyOf(byLid, Math.max(last + 1, byLid.length * 2));
        }
        for (int lid = first; lid <= last; lid++) {
            Port other = byLid[lid];
            if (other == null) {
                byLid[lid] = port;
            } else if (other != port) {
                lidClashes
                        .computeIfAbsent(List.of(other, port), absent -> new ArrayList<>(1))
                        .add(lid);
            }
        }
    }

    @Nullable Port port(Guid guid) {
        return byGuid.get(guid);
    }

    @Nullable Port port(Lid lid) {
        return lid.bits() < byLid.length ? byLid[lid.bits()] : null;
    }

    List<Node> system(Guid guid) {
        return List.copyOf(bySystem.getOrDefault(guid, List.of()));
    }

    List<SubnetFinding> findings() {
        return List.copyOf(findings);
    }
}
