package io.verbena.shell.command.errors;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.link.LinkCheck;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.diag.link.NodeLinkChanges;
import io.verbena.diag.link.NodeLinks;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.Configuration;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.IblinkinfoView;
import io.verbena.shell.view.IbqueryerrorsView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Base class of commands that scan the subnet, or a part of it. */
public abstract class ScanCommand extends NamedSubnetCommand {
    @Option(
            names = {"-G", "--port-guid"},
            paramLabel = "GUID",
            description = "Examine only the node with this port GUID.")
    @Nullable String portGuid;

    @Option(names = "-S", paramLabel = "GUID", description = "Alias of -G.")
    @Nullable String scannedSwitch;

    @Option(
            names = {"-D", "--Direct"},
            paramLabel = "ROUTE",
            description = "Examine only the node at the end of a directed route, for example 0,1,4.")
    @Nullable String route;

    /** The part of a subnet that was scanned. */
    record Scan(Subnet subnet, List<Node> nodes) {}

    /**
     * Reads the subnet, or the neighborhood of the selected node.
     *
     * @param more the value of another option with a GUID; null if it was not given
     */
    final Scan read(Session session, boolean all, @Nullable String more) {
        List<String> guids = new ArrayList<>();
        for (String given : new @Nullable String[] {portGuid, scannedSwitch, more}) {
            if (given != null) {
                guids.add(given);
            }
        }
        if (guids.size() + (route == null ? 0 : 1) > 1) {
            throw new IllegalArgumentException("-G, -S and -D are mutually exclusive; a scan starts at one node");
        }
        int hops = discovery.hops().orElse(1);
        if (!guids.isEmpty()) {
            Guid guid = Guid.parse(guids.get(0));
            Subnet subnet = session.subnet(discovery.withoutHops());
            Port port = subnet.port(guid)
                    .or(() -> subnet.node(guid).flatMap(ScanCommand::somePort))
                    .orElseThrow(() -> new RdmaException("the subnet has no port with GUID " + guid.toHex()));
            return new Scan(subnet, around(port.node(), all ? hops : 0));
        }
        if (route != null) {
            DirectedPath path = DirectedPath.parse(route);
            if (discovery.loads()) {
                Subnet subnet = session.subnet(discovery.withoutHops());
                Node end = subnet.node(path)
                        .orElseThrow(() -> new RdmaException("the subnet has no route " + path.route()));
                return new Scan(subnet, around(end, all ? hops : 0));
            }
            Subnet subnet = session.subnet(discovery, path, Math.max(1, hops));
            return new Scan(subnet, around(subnet.origin().node(), all ? hops : 0));
        }
        Subnet subnet = session.subnet(discovery);
        return new Scan(subnet, List.copyOf(subnet.nodes()));
    }

    private static Optional<Port> somePort(Node node) {
        return node.ports().stream().findFirst();
    }

    private static List<Node> around(Node start, int hops) {
        Map<Node, Integer> reached = new LinkedHashMap<>(Map.of(start, 0));
        List<Node> nodes = new ArrayList<>(List.of(start));
        for (int i = 0; i < nodes.size(); i++) {
            int distance = Objects.requireNonNull(reached.get(nodes.get(i)));
            if (distance == hops) {
                break;
            }
            for (Port port : nodes.get(i).ports()) {
                port.peer()
                        .map(Port::node)
                        .filter(peer -> reached.putIfAbsent(peer, distance + 1) == null)
                        .ifPresent(nodes::add);
            }
        }
        return List.copyOf(nodes);
    }

    @Exits(found = "--diff found a difference", partial = "part of the subnet did not respond and is missing")
    @Examples({
        "iblinkinfo # Show all links by node.",
        "iblinkinfo -l --down # Show the ports that are down, one per line.",
        "iblinkinfo --load-cache yesterday.cache --diff today.cache # Compare two files."
    })
    @Command(
            name = "iblinkinfo",
            aliases = "iblinkinfo.pl",
            description =
                    "Shows the state, width and speed of the links of the subnet, and links below their capability.")
    public static final class IblinkinfoCommand extends ScanCommand {

        @Option(names = "--switch", paramLabel = "GUID", description = "Alias of -G.")
        @Nullable String switchGuid;

        @Option(
                names = {"-a", "--all"},
                description = "With -G, -S or -D, include the neighbors of the node, up to --hops links away.")
        boolean all;

        @Option(
                names = {"-d", "--down"},
                description = "Show only ports that are down.")
        boolean down;

        @Option(names = "--up", description = "Show only ports that are not down.")
        boolean up;

        @Option(
                names = {"-l", "--line"},
                description = "Show each link on one line.")
        boolean line;

        @Option(
                names = {"-p", "--additional"},
                description = "Show the head-of-queue lifetime (HOQ) and the stall count (VL_Stall).")
        boolean additional;

        @Option(names = "--switches-only", description = "Show only switches.")
        boolean switchesOnly;

        @Option(names = "--cas-only", description = "Show only channel adapters.")
        boolean adaptersOnly;

        @Option(
                names = "--diff",
                paramLabel = "FILE",
                description = "Show the differences from a file that ibnetdiscover --cache wrote.")
        @Nullable Path diff;

        @Option(
                names = "--diffcheck",
                paramLabel = "KEYS",
                description = "What --diff compares: port, state, lid, nodedesc (default: port,state).")
        @Nullable String diffcheck;

        @Option(
                names = "--filterdownports",
                paramLabel = "FILE",
                description = "Omit ports that are down now and in this file.")
        @Nullable Path filterDownPorts;

        @Override
        protected Result run(Session session) {
            if (diffcheck != null && diff == null) {
                throw new IllegalArgumentException("--diffcheck requires --diff");
            }
            Set<LinkCheck> checks = diffcheck == null ? LinkCheck.DEFAULTS : checks(diffcheck);
            NodeNameMap names = naming.read();
            Subnet before = diff == null ? null : SubnetCache.read(diff);
            Subnet known = filterDownPorts == null ? null : SubnetCache.read(filterDownPorts);
            Scan found = read(session, all, switchGuid);
            if (down && up) {
                throw new IllegalArgumentException("--down and --up are mutually exclusive");
            }
            Predicate<PortLink> shown =
                    link -> (down ? link.isDown() : !up || !link.isDown()) && (known == null || !wasDown(known, link));
            IblinkinfoView view = new IblinkinfoView(line, additional);
            List<NodeLinks> links = links(found.subnet(), found.nodes(), names, shown);
            if (before == null) {
                return Result.of(links, view::of).without(found.subnet().failures());
            }
            List<NodeLinkChanges> changes =
                    NodeLinkChanges.between(links(before, nodesOf(before, found), names, shown), links, checks);
            return Result.of(changes, view::differences)
                    .found(!changes.isEmpty())
                    .without(found.subnet().failures());
        }

        private Set<LinkCheck> checks(String words) {
            try {
                return LinkCheck.parse(words);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec().commandLine(), "--diffcheck: " + e.getMessage(), e);
            }
        }

        /** Returns the nodes to compare: all, unless only a part of the subnet was read. */
        private static Collection<Node> nodesOf(Subnet before, Scan found) {
            return found.nodes().size() == found.subnet().nodes().size()
                    ? before.nodes()
                    : found.nodes().stream()
                            .flatMap(node -> before.node(node.guid()).stream())
                            .toList();
        }

        private List<NodeLinks> links(
                Subnet subnet, Collection<Node> nodes, NodeNameMap names, Predicate<PortLink> shown) {
            LinkSurvey survey = new LinkSurvey(subnet, names);
            return nodes.stream()
                    .filter(node -> isSelected(node.type()))
                    .map(survey::of)
                    .map(node -> new NodeLinks(
                            node.guid(),
                            node.type(),
                            node.name(),
                            node.links().stream().filter(shown).toList()))
                    .filter(node -> !node.links().isEmpty())
                    .toList();
        }

        private boolean isSelected(NodeType type) {
            return (!switchesOnly && !adaptersOnly)
                    || (switchesOnly && type == NodeType.SWITCH)
                    || (adaptersOnly && type == NodeType.CHANNEL_ADAPTER);
        }

        private static boolean wasDown(Subnet known, PortLink link) {
            Guid node = link.from().node();
            return link.isDown()
                    && known.node(node)
                            .flatMap(old -> old.port(link.from().port()))
                            .filter(IblinkinfoCommand::isDown)
                            .isPresent();
        }

        private static boolean isDown(Port port) {
            return port.state() == PortState.DOWN;
        }
    }

    @Exits(found = "a counter exceeds its threshold", partial = "a node or port did not respond")
    @Examples({
        "ibqueryerrors # Show all ports that exceed a threshold.",
        "ibqueryerrors -s PortXmitWait,SymbolErrorCounter --data # Ignore these two counters, and show the traffic.",
        "ibqueryerrors -k --dry-run # Show the errors that would be cleared."
    })
    @Command(
            name = "ibqueryerrors",
            aliases = "ibqueryerrors.pl",
            description = "Reads the counters of all ports of the subnet and shows those that exceed their thresholds.")
    public static final class IbqueryerrorsCommand extends ScanCommand {

        @Mixin
        ChangeOptions change = new ChangeOptions();

        @Option(
                names = {"-s", "--suppress"},
                paramLabel = "NAMES",
                split = ",",
                description = "Ignore these counters, for example SymbolErrorCounter,LinkDownedCounter.")
        List<String> suppressed = new ArrayList<>();

        @Option(
                names = {"-c", "--suppress-common"},
                description = "Ignore PortRcvSwitchRelayErrors, which multicast traffic increments as well.")
        boolean suppressCommon;

        @Option(
                names = "--skip-sl",
                description = "Use service level 0 instead of querying the subnet administration for it.")
        boolean skipServiceLevel;

        @Option(
                names = {"-r", "--report-port"},
                description = "Show the link of each port.")
        boolean reportPort;

        @Option(
                names = "--threshold-file",
                paramLabel = "FILE",
                description = "Read thresholds from this file of NAME=NUMBER lines, for example SymbolErrorCounter=10"
                        + " (default: /etc/infiniband-diags/error_thresholds).")
        @Nullable Path thresholdFile;

        @Option(
                names = {"-R", "--GNDN"},
                description = "Accepted for compatibility with infiniband-diags; has no effect.")
        boolean nothing;

        @Option(names = "--data", description = "Also show data and packet counters of ports with errors.")
        boolean data;

        @Option(names = "--counters", description = "Show data and packet counters of all ports instead of errors.")
        boolean onlyTraffic;

        @Option(names = "--details", description = "Show the reasons for discards and receive errors.")
        boolean details;

        @Option(names = "--switch", description = "Examine switches.")
        boolean switches;

        @Option(names = "--ca", description = "Examine channel adapters.")
        boolean adapters;

        @Option(names = "--router", description = "Examine routers (default without these three options: all nodes).")
        boolean routers;

        @Option(
                names = {"-k", "--clear-errors"},
                description = "Clear the error counters of all examined ports after reading them.")
        boolean clearErrors;

        @Option(
                names = {"-K", "--clear-counts"},
                description = "Clear the data and packet counters of all examined ports after reading them.")
        boolean clearCounts;

        @Override
        protected Result run(Session session) {
            Set<ErrorCounter> without = withoutCounters();
            ErrorThresholds thresholds = Configuration.errorThresholds(thresholdFile);
            NodeNameMap names = naming.read();
            // The subnet administration can respond while the subnet is discovered.
            NodePaths paths = skipServiceLevel ? NodePaths.withoutAdministration() : NodePaths.of(session.sa());
            Scan found = read(session, false, null);
            List<Node> nodes = found.nodes().stream()
                    .filter(node -> isSelected(node.type()))
                    .toList();
            ErrorSurvey survey = new ErrorSurvey(session.mad(), paths, new LinkSurvey(found.subnet(), names))
                    .thresholds(thresholds)
                    .without(without)
                    .detail(new ErrorSurvey.Detail(details, data, onlyTraffic));
            if (clearErrors || clearCounts) {
                String what = (clearErrors ? "errors" : "")
                        + (clearErrors && clearCounts ? " and " : "")
                        + (clearCounts ? "traffic" : "");
                change.make(
                        log(),
                        "clear the counters of " + what + " of " + nodes.size() + " nodes",
                        () -> survey.clearing(new ErrorSurvey.Clearing(clearErrors, clearCounts)));
            }
            ErrorSurvey.Outcome outcome = session.survey(survey, nodes);
            return Result.of(outcome.report(), new IbqueryerrorsView(reportPort, onlyTraffic)::of)
                    .found(outcome.report().badNodes() > 0)
                    .without(found.subnet().failures())
                    .without(outcome.failures());
        }

        private Set<ErrorCounter> withoutCounters() {
            Set<ErrorCounter> counters = EnumSet.noneOf(ErrorCounter.class);
            for (String name : suppressed) {
                try {
                    counters.add(ErrorCounter.called(name));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("--suppress: " + e.getMessage(), e);
                }
            }
            if (suppressCommon) {
                counters.add(ErrorCounter.RCV_SWITCH_RELAY_ERRORS);
            }
            return counters;
        }

        private boolean isSelected(NodeType type) {
            if (!switches && !adapters && !routers) {
                return true;
            }
            return switch (type) {
                case SWITCH -> switches;
                case ROUTER -> routers;
                default -> adapters;
            };
        }
    }
}
