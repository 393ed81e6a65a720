package io.verbena.shell.command;

import io.verbena.iba.NodeType;
import io.verbena.mad.MadOptions;
import io.verbena.shell.view.NodeListView;
import io.verbena.shell.view.PortsReportView;
import io.verbena.shell.view.SubnetJson;
import io.verbena.shell.view.TopologyView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ibnetdiscover",
        description = "Walks the subnet by directed routes and prints its topology.",
        footer = {"", "What does not answer is left out, listed on standard error, and makes the exit status 3."})
final class IbnetdiscoverCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Option(
            names = {"-f", "--full"},
            description = "Show speed, width and virtual lanes of each link.")
    boolean full;

    @Option(
            names = {"-l", "--list"},
            description = "List the nodes, one a line.")
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
            description = "List the ports, one a line, with what is at the other end.")
    boolean ports;

    @Option(
            names = {"-m", "--max_hops"},
            description = "Say how many links the longest way has, and how many datagrams were sent.")
    boolean reportHops;

    @Option(names = "--hops", paramLabel = "N", description = "Go no further than so many links.")
    @Nullable Integer hops;

    @Option(
            names = {"-o", "--outstanding_smps"},
            paramLabel = "N",
            description = "Have at most so many requests under way at once; 64 unless given.")
    @Nullable Integer outstanding;

    @Option(
            names = "--node-name-map",
            paramLabel = "FILE",
            description = "Take the names of nodes from this file: lines of a GUID and a name in quotes.")
    @Nullable Path nodeNameMap;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Write to this file instead of standard output.")
    @Nullable Path file;

    @Override
    EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    MadOptions madOptions(MadOptions defaults) {
        return outstanding == null ? defaults : defaults.withOutstanding(outstanding);
    }

    @Override
    Result run(Session session) {
        NodeNameMap names = nodeNameMap == null ? NodeNameMap.EMPTY : NodeNameMap.read(nodeNameMap);
        var discovery = session.rdma().discovery(session.mad());
        if (hops != null) {
            discovery.maxHops(hops);
        }
        Subnet subnet = discovery.run();
        return new Result(text(subnet, names), () -> SubnetJson.of(subnet, names), subnet.failures()).into(file);
    }

    private Supplier<List<String>> text(Subnet subnet, NodeNameMap names) {
        if (ports) {
            return () -> PortsReportView.of(subnet, names);
        }
        List<NodeType> listed = listedTypes();
        return listed.isEmpty()
                ? () -> TopologyView.of(subnet, names, full, notes(subnet))
                : () -> NodeListView.of(subnet, names, listed);
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
