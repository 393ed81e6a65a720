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
import picocli.CommandLine.Parameters;

/** Where a command has the nodes from that it asks: a text of ibnetdiscover, or a discovery. */
final class SubnetSource {
    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description =
                    "Ask the nodes in this file, the output of ibnetdiscover; unless given, those that are found.")
    @Nullable Path file;

    MadOptions over(MadOptions defaults) {
        return discovery.over(defaults);
    }

    /** What nodes are called. */
    NodeNameMap names() {
        return naming.read();
    }

    /** The nodes to be asked. */
    Subnet read(Session session) {
        return file == null ? session.subnet(discovery) : ofFile(file);
    }

    /** The nodes that will be changed. */
    Subnet readToChange(Session session) {
        return file == null ? session.subnetToChange(discovery) : ofFile(file);
    }

    private Subnet ofFile(Path topology) {
        if (discovery.loads()) {
            throw new IllegalArgumentException("--load-cache and FILE exclude each other: both say which nodes to ask");
        }
        return TopologySubnet.read(topology);
    }
}
