package io.verbena.shell.command.validate;

import io.verbena.diag.scheduler.KubernetesTopology;
import io.verbena.diag.scheduler.SchedulerTree;
import io.verbena.diag.scheduler.SlurmTopology;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SavedSubnet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(partial = "part of the subnet could not be read")
@Examples({
    "topology --slurm tree # Write topology.conf for the plugin topology/tree.",
    "topology --kubernetes hypernodes fabric.topo # Write HyperNodes of Volcano for the fabric in a file.",
    "topology --rail 2 first.topo second.topo # Show the tree of the second link of each host in two subnets.",
    "topology --format json # Show the tree of switches and hosts."
})
@Command(
        name = "topology",
        description = "Shows the tree of switches above the hosts of a cluster, in the formats of schedulers.",
        footer = {
            "",
            "A host is named by the first word of its NodeDescription, or by the map of --hosts. Switches with the same"
                    + " switches below them become one, so that a fat tree becomes a tree."
        })
public final class TopologyCommand extends SubnetCommand {
    enum Slurm {
        tree,
        block,
        yaml
    }

    enum Kubernetes {
        labels,
        hypernodes
    }

    @Option(
            names = "--slurm",
            paramLabel = "FORMAT",
            description = "Format of Slurm: topology.conf (tree or block) or topology.yaml (yaml) (default: tree).")
    @Nullable Slurm slurm;

    @Option(
            names = "--kubernetes",
            paramLabel = "FORMAT",
            description = "Format of Kubernetes: labels of nodes (labels), or HyperNodes of Volcano (hypernodes).")
    @Nullable Kubernetes kubernetes;

    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description = "Map of GUIDs of channel adapters to names of hosts, in the format of a node name map; other"
                    + " channel adapters are ignored.")
    @Nullable Path hosts;

    @Option(names = "--rail", paramLabel = "N", description = "Which link of each host counts, from 1 (default: 1).")
    int rail = 1;

    @Parameters(
            index = "0",
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Files of ibnetdiscover (text, cache or JSON), one for each subnet (default: discover the subnet).")
    List<Path> files = List.of();

    @Override
    protected Result run(Session session) {
        if (rail < 1) {
            throw new IllegalArgumentException("--rail is " + rail + "; the first link of a host has number 1");
        }
        if (slurm != null && kubernetes != null) {
            throw new IllegalArgumentException("--slurm and --kubernetes are mutually exclusive; use one of them");
        }
        List<Subnet> subnets = files.isEmpty()
                ? List.of(session.subnet(discovery))
                : files.stream().map(SavedSubnet::read).toList();
        NodeNameMap map = hosts == null ? null : NodeNameMap.read(hosts);
        SchedulerTree tree = SchedulerTree.of(subnets, node -> SchedulerTree.hostName(node, map), rail);
        List<RdmaException> failures =
                subnets.stream().flatMap(subnet -> subnet.failures().stream()).toList();
        return Result.of(tree, this::lines).without(failures);
    }

    private List<String> lines(SchedulerTree tree) {
        if (kubernetes != null) {
            return kubernetes == Kubernetes.hypernodes
                    ? KubernetesTopology.hyperNodes(tree)
                    : labels(KubernetesTopology.labels(tree));
        }
        return switch (slurm == null ? Slurm.tree : slurm) {
            case tree -> SlurmTopology.tree(tree);
            case block -> SlurmTopology.block(tree);
            case yaml -> SlurmTopology.yaml(tree, true);
        };
    }

    private static List<String> labels(Map<String, Map<String, String>> labels) {
        List<String> lines = new ArrayList<>();
        labels.forEach((node, tiers) -> {
            StringBuilder line = new StringBuilder("kubectl label --overwrite node ").append(node);
            tiers.forEach(
                    (key, value) -> line.append(' ').append(key).append('=').append(value));
            lines.add(line.toString());
        });
        return lines;
    }
}
