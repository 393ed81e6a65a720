package io.verbena.shell.command.checks;

import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the nodes that a command examines: an output file of ibnetdiscover, or a discovery. */
final class SubnetSource {
    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Option(names = "--up", description = "Leave out ports that are down.")
    boolean onlyUp;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "Output file of ibnetdiscover that lists the nodes (default: discover the subnet).")
    @Nullable Path file;

    MadOptions over(MadOptions defaults) {
        return discovery.over(defaults);
    }

    NodeNameMap names() {
        return naming.read();
    }

    Subnet read(Session session) {
        return file == null ? session.subnet(discovery) : ofFile(file);
    }

    Subnet readToChange(Session session) {
        return file == null ? session.subnetToChange(discovery) : ofFile(file);
    }

    private Subnet ofFile(Path topology) {
        if (discovery.loads()) {
            throw new IllegalArgumentException("--load-cache and FILE are mutually exclusive: both provide the nodes");
        }
        return TopologySubnet.read(topology);
    }
}
