package io.verbena.shell.command.errors;

import io.verbena.diag.link.LinkCheck;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.diag.link.NodeLinkChanges;
import io.verbena.diag.link.NodeLinks;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.IblinkinfoView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Exits(found = "--diff found a difference", partial = "part of the subnet did not respond and is missing")
@Examples({
    "iblinkinfo # Show all links by node.",
    "iblinkinfo -l --down # Show the ports that are down, one per line.",
    "iblinkinfo --load-cache yesterday.cache --diff today.cache # Compare two files."
})
@Command(
        name = "iblinkinfo",
        aliases = "iblinkinfo.pl",
        description = "Shows the state, width and speed of the links of the subnet, and links below their capability.")
public final class IblinkinfoCommand extends SubnetCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    ScanOptions scan = new ScanOptions();

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
        ScanOptions.Scan found = scan.read(session, discovery, all, switchGuid);
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
    private static Collection<Node> nodesOf(Subnet before, ScanOptions.Scan found) {
        return found.nodes().size() == found.subnet().nodes().size()
                ? before.nodes()
                : found.nodes().stream()
                        .flatMap(node -> before.node(node.guid()).stream())
                        .toList();
    }

    private List<NodeLinks> links(Subnet subnet, Collection<Node> nodes, NodeNameMap names, Predicate<PortLink> shown) {
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
