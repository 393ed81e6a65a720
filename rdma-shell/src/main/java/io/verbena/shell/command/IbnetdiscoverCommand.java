package io.verbena.shell.command;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.DiffView;
import io.verbena.shell.view.SubnetDocument;
import io.verbena.shell.view.TopologyView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.subnet.diff.SubnetDiff.DiffCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Examples({
    "ibnetdiscover # Show all nodes and links.",
    "ibnetdiscover -l # List the nodes, one per line.",
    "ibnetdiscover --cache monday # Save the subnet to a file.",
    "ibnetdiscover --diff monday # Show the changes since then."
})
@Exits(partial = "part of the subnet did not respond and is missing")
@Command(name = "ibnetdiscover", description = "Discovers the subnet by directed routes and prints its topology.")
final class IbnetdiscoverCommand extends NamedSubnetCommand {
    @Option(
            names = {"-f", "--full"},
            description = "Show the speed, width and virtual lanes of each link.")
    boolean full;

    @Option(
            names = {"-g", "--grouping"},
            description = "Group the nodes by chassis, with slots and external port numbers.")
    boolean grouping;

    @Option(
            names = {"-l", "--list"},
            description = "List the nodes, one per line.")
    boolean list;

    @Option(
            names = {"-H", "--Hca_list"},
            description = "List the channel adapters.")
    boolean adapters;

    @Option(
            names = {"-S", "--Switch_list"},
            description = "List the switches.")
    boolean switches;

    @Option(
            names = {"-R", "--Router_list"},
            description = "List the routers.")
    boolean routers;

    @Option(
            names = {"-p", "--ports"},
            description = "List the ports, one per line, with their peers.")
    boolean ports;

    @Option(
            names = {"-m", "--max_hops"},
            description = "Show the number of links of the longest path and the number of datagrams sent.")
    boolean reportHops;

    @Option(names = "--diff", paramLabel = "FILE", description = "Show the differences from a file that --cache wrote.")
    @Nullable Path diff;

    @Option(
            names = "--diffcheck",
            paramLabel = "KEYS",
            description =
                    "What --diff compares: sw, ca, router, port, lid, nodedesc, rate (default: sw,ca,router,port).")
    @Nullable String diffcheck;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Write to this file instead of standard output.")
    @Nullable Path file;

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        Set<DiffCheck> checks = diffcheck == null ? DiffCheck.DEFAULTS : checks(diffcheck);
        Optional<Subnet> before = Optional.ofNullable(diff).map(SubnetCache::read);
        Subnet subnet = session.subnet(discovery);
        return before.map(old -> difference(SubnetDiff.of(old, subnet, checks), names))
                .orElseGet(() -> Result.of(text(subnet, names), () -> SubnetDocument.of(subnet, names)))
                .without(subnet.failures())
                .into(file);
    }

    private Set<DiffCheck> checks(String words) {
        try {
            return DiffCheck.parse(words);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), "--diffcheck: " + e.getMessage(), e);
        }
    }

    private Result difference(SubnetDiff difference, NodeNameMap names) {
        return Result.of(() -> DiffView.of(difference, names, full), () -> DiffView.json(difference, names));
    }

    private Supplier<List<String>> text(Subnet subnet, NodeNameMap names) {
        if (ports) {
            return () -> TopologyView.ports(subnet, names);
        }
        List<NodeType> listed = listedTypes();
        if (!listed.isEmpty()) {
            return () -> TopologyView.list(subnet, names, listed);
        }
        return grouping
                ? () -> TopologyView.grouped(subnet, names, full, notes(subnet))
                : () -> TopologyView.of(subnet, names, full, notes(subnet));
    }

    private List<NodeType> listedTypes() {
        List<NodeType> types = new ArrayList<>();
        if (list || adapters) {
            types.add(NodeType.CHANNEL_ADAPTER);
        }
        if (list || switches) {
            types.add(NodeType.SWITCH);
        }
        if (list || routers) {
            types.add(NodeType.ROUTER);
        }
        return types;
    }

    private List<String> notes(Subnet subnet) {
        return reportHops
                ? List.of("Reported max hops discovered: " + subnet.maxHops(), "Total MADs used: " + subnet.datagrams())
                : List.of();
    }
}
