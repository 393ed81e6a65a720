package io.verbena.shell.command.routing;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the unicast or multicast forwarding tables of all switches. */
@Examples({
    "dump_fts # Show the forwarding tables of all switches.",
    "dump_fts -n 1 20 # Show these LIDs only, without node names."
})
@Exits(partial = "a switch did not respond")
@Command(
        name = "dump_fts",
        aliases = {"dump_lfts", "dump_lfts.sh"},
        description = "Shows the forwarding tables of all switches of the subnet in the format of ibroute.")
public final class DumpFtsCommand extends DumpCommand {
    @Option(
            names = {"-M", "--Multicast"},
            description = "Show multicast groups in the range STARTLID to ENDLID.")
    boolean multicast;

    @Override
    boolean isMulticast() {
        return multicast;
    }
}
