package io.verbena.shell.command.routing;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** The multicast forwarding tables of all switches. */
@Examples("dump_mfts # The multicast forwarding tables of all switches.")
@Exits(partial = "a switch that did not answer")
@Command(
        name = "dump_mfts",
        aliases = "dump_mfts.sh",
        description = "Shows the multicast groups of each switch of the subnet, as ibroute -M does.")
public final class DumpMftsCommand extends DumpCommand {
    @Override
    boolean isMulticast() {
        return true;
    }
}
