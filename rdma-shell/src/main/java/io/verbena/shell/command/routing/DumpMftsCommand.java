package io.verbena.shell.command.routing;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows the multicast forwarding tables of all switches. */
@Examples("dump_mfts # Show the multicast forwarding tables of all switches.")
@Exits(partial = "a switch did not respond")
@Command(
        name = "dump_mfts",
        aliases = "dump_mfts.sh",
        description =
                "Shows the multicast forwarding tables of all switches of the subnet in the format of ibroute -M.")
public final class DumpMftsCommand extends DumpCommand {
    @Override
    boolean isMulticast() {
        return true;
    }
}
