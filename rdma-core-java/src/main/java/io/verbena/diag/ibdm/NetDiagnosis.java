package io.verbena.diag.ibdm;

import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.ibdm.StageReport.Stage;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.Counters;
import io.verbena.diag.validate.FabricState.Manager;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FindingKind;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stages of ibdiagnet over a fabric that was read. For one thread.
 */
public final class NetDiagnosis {
    private static final int BASE = 0x7fff;
    private static final int FULL = 0x8000;
    private static final long SIGNATURES = 0xffff_0000_0000L;
    private static final long IPV4 = 0x401b_0000_0000L;
    private static final long BROADCAST = 0xffff_ffffL;

    private final FabricState fabric;
    private final Subnet subnet;
    private final Map<IbdmCounter, Long> limits = new EnumMap<>(IbdmCounter.class);

    /** Creates the stages of a fabric. Error counters are reported when they have reached their maximum. */
    public NetDiagnosis(FabricState fabric) {
        this.fabric = fabric;
        this.subnet = fabric.subnet();
    }

    /** Reports a counter that exceeds a limit. */
    public NetDiagnosis limit(IbdmCounter counter, long most) {
        limits.put(counter, most);
        return this;
    }

    /**
     * Checks GUIDs and LIDs.
     *
     * @param duplicates whether duplicate GUIDs are reported
     * @param zeros whether GUIDs that are 0 are reported
     */
    public StageReport identifiers(boolean duplicates, boolean zeros) {
        Set<FindingKind> kinds = EnumSet.of(FindingKind.DUPLICATE_LID, FindingKind.ZERO_LID);
        if (duplicates) {
            kinds.addAll(Set.of(FindingKind.DUPLICATE_NODE_GUID, FindingKind.DUPLICATE_PORT_GUID));
        }
        if (zeros) {
            kinds.add(FindingKind.ZERO_GUID);
        }
        Stage stage = new Stage("Bad Guids/LIDs Info", "Bad GUIDs/LIDs Check");
        findings("identifiers", kinds).forEach(stage::error);
        return stage.orElse("No bad Guids were found");
    }

    private List<String> findings(String check, Set<FindingKind> kinds) {
        return RoutingReport.findings(RoutingReport.validate(fabric, Set.of(check)), kinds);
    }

    /** Checks that no link is in the state Initialize. */
    public StageReport states() {
        Stage stage = new Stage("Links With Logical State = INIT", "Link State Active Check");
        links().filter(link -> link.near().state() == PortState.INITIALIZE
                        || link.far().state() == PortState.INITIALIZE)
                .forEach(link -> stage.warning("link with LOG=INI" + place(link)));
        return stage.orElse("No bad Links (with logical state = INIT) were found");
    }

    /** Checks the widths of links. */
    public StageReport widths(LinkWidth expected) {
        String name = expected.text().toLowerCase(Locale.ROOT);
        Stage stage =
                new Stage("Links With links width != " + name + " (as set by -lw option)", "Specific Link Width Check");
        links().filter(link -> link.near().width() != expected)
                .forEach(link -> stage.warning(
                        "link with PHY=" + link.near().width().text().toLowerCase(Locale.ROOT) + place(link)));
        return stage.orElse("No unmatched Links (with width != " + name + ") were found");
    }

    /** Checks the speeds of links. All speeds above QDR count as QDR if that is expected. */
    public StageReport speeds(LaneSpeed expected) {
        String name = IbdmNames.speed(expected);
        Stage stage =
                new Stage("Links With links speed != " + name + " (as set by -ls option)", "Specific Link Speed Check");
        links().filter(link -> !IbdmNames.speed(link.near().speed()).equals(name))
                .forEach(link -> stage.warning(
                        "link with SPD=" + IbdmNames.speed(link.near().speed()) + place(link)));
        return stage.orElse("No unmatched Links (with speed != " + name + ") were found");
    }

    private record Link(Port near, Port far, String path) {}

    /** Returns the links, each with the route to its second end. */
    private Stream<Link> links() {
        List<Link> links = new ArrayList<>();
        Set<Port> seen = new HashSet<>();
        for (Node node : subnet.nodes()) {
            String path = node.findPath().map(DirectedPath::route).orElse("");
            for (Port port : node.ports()) {
                Optional<Port> peer = port.peer();
                if (peer.isPresent() && seen.add(port)) {
                    seen.add(peer.get());
                    links.add(new Link(
                            port,
                            peer.get(),
                            path.replaceFirst("^0,?", "") + (path.length() > 1 ? "," : "") + port.number()));
                }
            }
        }
        return links.stream();
    }

    private static String place(Link link) {
        return " found at direct path \"" + link.path() + "\"" + System.lineSeparator() + "    From: "
                + end(link.near()) + System.lineSeparator() + "    To:   " + end(link.far());
    }

    private static String end(Port port) {
        String type =
                port.node().isSwitch() ? "a Switch" : port.node().type() == NodeType.ROUTER ? "a Router" : "a HCA   ";
        return type + " PortGUID=" + port.guid().toHex() + " Port=\"" + IbdmNames.reported(port) + "\"";
    }

    /** Reports the devices by type. */
    public StageReport devices() {
        Stage stage = new Stage("General Device Info", "General Devices Info Report");
        findings("devices", EnumSet.of(FindingKind.FIRMWARE_MIX)).forEach(stage::warning);
        return stage.build();
    }

    /** Returns the file {@code .sm}: the subnet managers by state. */
    public List<String> managers() {
        List<String> lines = new ArrayList<>(List.of("ibdiagnet fabric SM report"));
        Map<String, List<String>> byState = new TreeMap<>();
        for (Manager manager : fabric.managers()) {
            String state = manager.info().state().text().toLowerCase(Locale.ROOT);
            byState.computeIfAbsent(state, absent -> new ArrayList<>())
                    .add("    " + IbdmNames.reported(manager.port()) + " " + IbdmNames.address(manager.port())
                            + " priority:" + manager.info().priority());
        }
        byState.forEach((state, ports) -> {
            lines.add("");
            lines.add("  SM - " + state);
            lines.addAll(ports);
        });
        return lines;
    }

    /** Checks that the subnet has one master. */
    public StageReport masters() {
        Stage stage = new Stage("SM Info", "SM Info Check");
        findings("subnet-managers", EnumSet.of(FindingKind.NO_MASTER, FindingKind.SEVERAL_MASTERS))
                .forEach(stage::error);
        return stage.orElse("The subnet has one master");
    }

    /** Checks the counters against the limits, and for errors that were counted meanwhile. */
    public StageReport counters() {
        Stage stage = new Stage("PM Counters Info", "Performance Counters Report");
        Counters counters = fabric.counters();
        Map<Port, PortCounts> later = new HashMap<>();
        CounterSweep.Outcome second = counters.second();
        if (second != null) {
            second.ports().forEach(counts -> later.put(counts.port(), counts));
        }
        for (PortCounts counts : linked(counters.first())) {
            List<String> bad = new ArrayList<>();
            for (IbdmCounter counter : IbdmCounter.values()) {
                String line = judge(counter, counts, later.get(counts.port()));
                if (!line.isEmpty()) {
                    bad.add(String.format("      %-31s : %s", counter.id(), line));
                }
            }
            if (!bad.isEmpty()) {
                stage.warning(IbdmNames.address(counts.port()) + " " + IbdmNames.reported(counts.port())
                        + System.lineSeparator() + "      Performance Monitor counter     : Value"
                        + System.lineSeparator() + String.join(System.lineSeparator(), bad));
            }
        }
        return stage.orElse("No illegal PM counters values were found");
    }

    private String judge(IbdmCounter counter, PortCounts counts, @Nullable PortCounts again) {
        long value = counter.of(counts.basic());
        Long limit = limits.get(counter);
        String text = String.format("0x%x", value);
        if (counter.isError() && value == counter.largest()) {
            return text + " (overflow)";
        }
        if (limit != null && value > limit) {
            return text;
        }
        long increase = again == null || !counter.isError() ? 0 : counter.of(again.basic()) - value;
        return increase > 0 ? text + " (increased by " + increase + " during this run)" : "";
    }

    /** Returns the file {@code .pm}: the counters of all ports with a link. */
    public List<String> dumpCounters() {
        List<String> lines = new ArrayList<>();
        String rule = "-".repeat(80);
        for (PortCounts counts : linked(fabric.counters().first())) {
            lines.add(rule);
            lines.add(IbdmNames.reported(counts.port()) + " " + IbdmNames.address(counts.port()));
            lines.add(rule);
            for (IbdmCounter counter : IbdmCounter.values()) {
                lines.add(counter.id() + " = " + String.format("0x%x", counter.of(counts.basic())));
            }
        }
        return lines;
    }

    private static List<PortCounts> linked(CounterSweep.Outcome outcome) {
        return outcome.ports().stream()
                .filter(counts -> counts.port().peer().isPresent())
                .toList();
    }

    /** Returns the partitions of the hosts, by P_Key without the bit of membership. */
    public Map<Integer, List<PartitionList.Member>> partitions() {
        Map<Integer, List<PartitionList.Member>> groups = new TreeMap<>();
        hostPorts().forEach(port -> {
            for (int key : fabric.partitions().of(port)) {
                groups.computeIfAbsent(key & BASE, absent -> new ArrayList<>())
                        .add(new PartitionList.Member(
                                (key & FULL) != 0,
                                IbdmNames.reported(port),
                                port.lid(),
                                port.guid(),
                                port.node().info().deviceId()));
            }
        });
        return groups;
    }

    private Stream<Port> hostPorts() {
        return subnet.nodes().stream().filter(node -> !node.isSwitch()).flatMap(node -> node.ports().stream());
    }

    /** Counts the members of partitions, and lists ports whose tables could not be read. */
    public StageReport partitionSizes() {
        Stage stage =
                new Stage("Fabric Partitions Report (see ibdiagnet.pkey for a full hosts list)", "Partitions Check");
        partitions().forEach((key, members) -> {
            long full = members.stream().filter(PartitionList.Member::full).count();
            stage.detail(String.format(
                    "   PKey:0x%04x Hosts:%d full:%d limited:%d", key, members.size(), full, members.size() - full));
        });
        hostPorts()
                .filter(port -> port.state() == PortState.ACTIVE
                        && !fabric.partitions().ports().contains(port))
                .forEach(port -> stage.error("the partition keys of " + IbdmNames.reported(port) + " "
                        + IbdmNames.address(port) + " cannot be read"));
        return stage.build();
    }

    /** Checks the broadcast groups of IPoIB: their rate and MTU fit their members. */
    public StageReport ipoib() {
        Stage stage = new Stage("IPoIB Subnets Check", "IPoIB Subnets Check");
        for (IpoibGroup group : ipoibGroups(fabric)) {
            stage.detail(group.toString());
            double lowest = Double.MAX_VALUE;
            for (Port port : members(group)) {
                double own = rate(port);
                lowest = Math.min(lowest, own);
                if (own < group.rate()) {
                    stage.warning("Port " + IbdmNames.reported(port) + " " + IbdmNames.address(port)
                            + " can not join due to rate:" + number(own) + "Gbps < group:" + number(group.rate())
                            + "Gbps");
                }
            }
            if (lowest == Double.MAX_VALUE) {
                stage.warning("No members found");
            } else if (lowest > group.rate()) {
                stage.warning("Suboptimal rate for group. Lowest member rate:" + number(lowest) + "Gbps > group-rate:"
                        + number(group.rate()) + "Gbps");
            }
        }
        return stage.build();
    }

    private List<Port> members(IpoibGroup group) {
        return hostPorts()
                .filter(port -> port.state() == PortState.ACTIVE
                        && fabric.partitions().of(port).stream().anyMatch(key -> (key & BASE) == group.partition()))
                .toList();
    }

    /**
     * A broadcast group of IPoIB.
     *
     * @param partition the P_Key without the bit of membership
     * @param rate the rate in Gb/s
     * @param text the properties on one line
     */
    record IpoibGroup(int partition, double rate, String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    static List<IpoibGroup> ipoibGroups(FabricState fabric) {
        List<IpoibGroup> groups = new ArrayList<>();
        if (!fabric.parts().contains(SweepPart.GROUPS)) {
            return groups;
        }
        for (McMemberRecord group : fabric.groups()) {
            if ((group.mgid().prefix() & SIGNATURES) == IPV4 && group.mgid().interfaceId() == BROADCAST) {
                double rate = LinkRate.gigabits(group.rate());
                groups.add(new IpoibGroup(
                        group.pKey() & BASE,
                        rate,
                        String.format(
                                "Subnet: IPv4 PKey:0x%04x QKey:0x%08x MTU:%sByte rate:%sGbps SL:0x%02x",
                                group.pKey() & BASE, group.qKey(), group.mtu().text(), number(rate), group.sl())));
            }
        }
        return groups;
    }

    /** Returns the rate of a link in Gb/s; all speeds above QDR count as QDR, as in ibdiagnet. */
    static double rate(Port port) {
        double lane = Double.parseDouble(IbdmNames.speed(port.speed()));
        return Math.max(1, LinkRate.lanes(port.width())) * lane;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    /** Compares the fabric with a design. */
    public StageReport topology(TopologyMatch match) {
        Stage stage = new Stage("Topology Matching", "Topology Check");
        match.differences().forEach(difference -> stage.error(difference.text()));
        return stage.orElse("Topology matches the topology file");
    }

    /** Checks the routing: routes between hosts, multicast trees and credit loops. */
    public List<StageReport> routing() {
        return fabric.parts().contains(SweepPart.UNICAST) ? RoutingReport.of(fabric) : List.of();
    }
}
