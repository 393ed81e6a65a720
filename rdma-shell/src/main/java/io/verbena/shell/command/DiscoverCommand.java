package io.verbena.shell.command;

import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Subnet;
import java.util.List;
import picocli.CommandLine.Command;

@Examples("discover # Read the subnet for --cached and for completion.")
@Exits(partial = "part of the subnet did not respond and is missing")
@Command(
        name = "discover",
        aliases = "rediscover",
        description = "Reads the subnet and caches it for commands with --cached and for completion.")
final class DiscoverCommand extends SubnetCommand {
    record Read(int nodes, int failures) {}

    @Override
    protected Result run(Session session) {
        Subnet subnet = session.freshSubnet(discovery);
        if (!session.remembers()) {
            throw new IllegalArgumentException("discover reads the subnet of this console; remove --fabric, -C and -P");
        }
        Read read = new Read(subnet.nodes().size(), subnet.failures().size());
        return Result.of(read, found -> List.of(found.nodes() + " nodes")).without(subnet.failures());
    }
}
