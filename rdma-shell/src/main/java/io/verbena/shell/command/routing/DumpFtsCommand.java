package io.verbena.shell.command.routing;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The forwarding tables of all switches, for unicast unless multicast is asked for. */
@Examples({
    "dump_fts # The forwarding tables of all switches.",
    "dump_fts -n 1 20 # Without the names, of these LIDs only."
})
@Exits(partial = "a switch that did not answer")
@Command(
        name = "dump_fts",
        aliases = {"dump_lfts", "dump_lfts.sh"},
        description = "Shows the forwarding table of each switch of the subnet, as ibroute does.")
public final class DumpFtsCommand extends DumpCommand {
    @Option(
            names = {"-M", "--Multicast"},
            description = "Show multicast groups; STARTLID and ENDLID are theirs.")
    boolean multicast;

    @Override
    boolean isMulticast() {
        return multicast;
    }
}
