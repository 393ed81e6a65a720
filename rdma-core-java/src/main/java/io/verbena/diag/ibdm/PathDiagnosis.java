package io.verbena.diag.ibdm;

import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.ibdm.StageReport.Stage;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.Counters;
import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortState;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.forwarding.ForwardingTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The stages of ibdiagpath: a path between two ports, its links, partitions and service levels. For one thread. */
public final class PathDiagnosis {
    private static final int LEVELS = 16;
    private static final int DROP = 15;

    private final FabricState fabric;
    private final List<Port> ports = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** Creates a path without ports in a fabric that was read. */
    public PathDiagnosis(FabricState fabric) {
        this.fabric = fabric;
    }

    /**
     * Follows a direct route from the origin of the subnet.
     *
     * @throws RdmaException if the route leaves by a port without a link
     */
    public void follow(DirectedPath route) {
        Node at = fabric.subnet().origin().node();
        for (int hop = 0; hop < route.hops(); hop++) {
            int number = route.port(hop);
            Node here = at;
            Port exit = at.port(number).orElseThrow(() -> new RdmaException(here + " has no port " + number));
            at = add(exit)
                    .orElseThrow(() -> new RdmaException(exit + " has no link"))
                    .node();
        }
    }

    private Optional<Port> add(Port exit) {
        Optional<Port> entry = exit.peer();
        entry.ifPresent(port -> {
            ports.add(exit);
            ports.add(port);
        });
        return entry;
    }

    /** Follows the forwarding tables between two end ports, as far as packets get. */
    public void trace(Port from, Port to) {
        Lid lid = to.lid();
        ForwardingTables tables = fabric.unicast();
        Set<Node> visited = new HashSet<>();
        Port at = from;
        while (!at.endPort().has(lid)) {
            boolean isSwitch = at.node().isSwitch();
            if (!visited.add(at.node()) || (!isSwitch && at != from)) {
                problems.add("packets to LID " + lid + (isSwitch ? " reach " + at.node() + " again" : " end at " + at));
                return;
            }
            int number = isSwitch ? tables.exit(at.node().guid(), lid).orElse(ForwardingTables.NOWHERE) : at.number();
            Optional<Port> entry = at.node().port(number).flatMap(this::add);
            if (entry.isEmpty() || number == 0) {
                problems.add("packets to LID " + lid + " end at " + at.node() + ", which "
                        + (number == ForwardingTables.NOWHERE
                                ? "has no route"
                                : "uses port " + number + " without a link"));
                return;
            }
            at = entry.get();
        }
    }

    /** Returns the ports of the path: the exit of each node and the entry of the next in turn. */
    public List<Port> ports() {
        return List.copyOf(ports);
    }

    /** Returns the nodes of the path. */
    public Set<Node> nodes() {
        return ports.stream().map(Port::node).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the fabric with the counters of the ports of the path only. */
    public FabricState onPath() {
        Set<Port> path = new HashSet<>(ports);
        CounterSweep.Outcome all = fabric.counters().first();
        CounterSweep.Outcome some = new CounterSweep.Outcome(
                all.ports().stream()
                        .filter(counts -> path.contains(counts.port()))
                        .toList(),
                List.of());
        return FabricState.builder(fabric.subnet(), fabric.names())
                .counters(new Counters(some, null, Duration.ZERO))
                .build();
    }

    /** Checks that packets arrive, and that all links are active. */
    public StageReport arrival() {
        Stage stage = new Stage("Path", "Path Check");
        problems.forEach(stage::error);
        for (Port port : ports) {
            if (port.state() != PortState.ACTIVE) {
                stage.error(IbdmNames.address(port) + " " + IbdmNames.reported(port) + " is "
                        + port.state().text() + ", not Active");
            }
        }
        return stage.orElse(ports.size() / 2 + " links, all active");
    }

    /** Checks the widths of the links. */
    public StageReport widths(LinkWidth expected) {
        Stage stage = new Stage("Link widths", "Specific Link Width Check");
        for (int i = 0; i < ports.size(); i += 2) {
            if (ports.get(i).width() != expected) {
                stage.warning("link with PHY=" + ports.get(i).width().text().toLowerCase(Locale.ROOT) + " at "
                        + IbdmNames.port(ports.get(i)));
            }
        }
        return stage.orElse("all links have the expected width");
    }

    /** Checks the speeds of the links; all speeds above QDR count as QDR. */
    public StageReport speeds(LaneSpeed expected) {
        Stage stage = new Stage("Link speeds", "Specific Link Speed Check");
        for (int i = 0; i < ports.size(); i += 2) {
            String speed = IbdmNames.speed(ports.get(i).speed());
            if (!speed.equals(IbdmNames.speed(expected))) {
                stage.warning("link with SPD=" + speed + " at " + IbdmNames.port(ports.get(i)));
            }
        }
        return stage.orElse("all links have the expected speed");
    }

    private Port source() {
        return ports.get(0).endPort();
    }

    private Port destination() {
        return ports.get(ports.size() - 1).endPort();
    }

    /** Returns the keys that two ports share, one of which is a full member. */
    private Set<Integer> sharedKeys() {
        Set<Integer> shared = new TreeSet<>();
        if (ports.isEmpty()) {
            return shared;
        }
        for (int one : fabric.partitions().of(source())) {
            for (int other : fabric.partitions().of(destination())) {
                if ((one & 0x7fff) == (other & 0x7fff) && ((one | other) & 0x8000) != 0) {
                    shared.add(one & 0x7fff);
                }
            }
        }
        return shared;
    }

    /** Checks that both ends share a partition in which one of them is a full member. */
    public StageReport partitions() {
        Stage stage = new Stage("Path Partitions Report", "Path Partitions Check");
        if (!ports.isEmpty()) {
            stage.detail("Source " + end(source()));
            stage.detail("Destination " + end(destination()));
        }
        Set<Integer> shared = sharedKeys();
        if (shared.isEmpty() && !ports.isEmpty()) {
            stage.error("No shared PKeys found on Path");
        } else {
            stage.detail("Path shared PKeys: " + keys(shared));
        }
        return stage.build();
    }

    private String end(Port port) {
        return IbdmNames.reported(port) + " " + IbdmNames.address(port) + " PKeys:"
                + keys(fabric.partitions().of(port));
    }

    private static String keys(Set<Integer> keys) {
        return keys.stream().map(key -> String.format("0x%04x", key)).collect(Collectors.joining(" "));
    }

    /** Checks the broadcast groups of IPoIB in the shared partitions against the slowest link of the path. */
    public StageReport ipoib() {
        Stage stage = new Stage("IPoIB Path Check", "IPoIB Path Check");
        Set<Integer> shared = sharedKeys();
        for (NetDiagnosis.IpoibGroup group : NetDiagnosis.ipoibGroups(fabric)) {
            if (shared.contains(group.partition())) {
                stage.detail(group.toString());
                ports.stream()
                        .filter(port -> NetDiagnosis.rate(port) < group.rate())
                        .forEach(port ->
                                stage.warning("the rate of " + IbdmNames.port(port) + " is below that of the group"));
            }
        }
        return stage.build();
    }

    /** Finds the service levels that no switch of the path drops. */
    public StageReport lanes() {
        Stage stage = new Stage("QoS on Path Check", "QoS Path Check");
        String usable = IntStream.range(0, LEVELS)
                .filter(this::passes)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" "));
        if (usable.isEmpty()) {
            stage.error("no service level passes all switches of the path");
        } else {
            stage.detail("service levels that pass: " + usable);
        }
        return stage.build();
    }

    private boolean passes(int level) {
        for (int i = 1; i + 1 < ports.size(); i += 2) {
            Port in = ports.get(i);
            Port out = ports.get(i + 1);
            int lane = fabric.lanes()
                    .mapping(in.node(), in.number(), out.number())
                    .map(lanes -> lanes[level])
                    .orElse(0);
            if (lane == DROP) {
                return false;
            }
        }
        return true;
    }
}
