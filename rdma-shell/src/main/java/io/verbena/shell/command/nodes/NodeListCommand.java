package io.verbena.shell.command.nodes;

import io.verbena.diag.NodeSummary;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.NodeSummaryView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base class of commands that list nodes of some types. */
abstract class NodeListCommand extends FabricCommand {
    static final String PARTIAL = "part of the subnet did not respond";

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Read the subnet from this output file of ibnetdiscover instead of discovering it.")
    @Nullable Path file;

    abstract List<NodeType> types();

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return discovery.over(defaults);
    }

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        if (file != null) {
            Topology topology = TopologyReader.read(file);
            return result(type -> NodeSummary.of(topology, type));
        }
        Subnet subnet = session.subnet(discovery);
        return result(type -> NodeSummary.of(subnet, type, names)).without(subnet.failures());
    }

    private Result result(Function<NodeType, List<NodeSummary>> nodes) {
        List<NodeSummary> found =
                types().stream().flatMap(type -> nodes.apply(type).stream()).toList();
        return Result.of(found, NodeSummaryView::text);
    }
}
