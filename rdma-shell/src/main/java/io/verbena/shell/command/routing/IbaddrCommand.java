package io.verbena.shell.command.routing;

import io.verbena.diag.PortAddress;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({"ibaddr # Show the GID and LIDs of this port.", "ibaddr -g 4 # Show the GID of the port with LID 4."})
@Command(name = "ibaddr", description = "Shows the GID and the LID range of a port.")
public final class IbaddrCommand extends AddressedCommand {
    @Option(
            names = {"-g", "--gid_show"},
            description = "Show only the GID, unless -l or -L is given as well.")
    boolean gid;

    @Option(
            names = {"-l", "--lid_show"},
            description = "Show only the LIDs, unless -g is given as well.")
    boolean lid;

    @Option(
            names = {"-L", "--Lid_show"},
            description = "Show the LIDs in decimal.")
    boolean decimal;

    @Parameters(arity = "0..1", paramLabel = "ADDRESS", description = "Address of the port (default: this port).")
    @Nullable String address;

    @Override
    protected Result run(Session session) {
        boolean lids = lid || decimal;
        PortAddress port = during(
                "cannot read the address of " + (address == null ? "this port" : address),
                () -> PortAddress.read(session.management(), addressing.smp(session, address)));
        return Result.of(port, found -> lines(found, gid || !lids, lids || !gid, decimal));
    }

    private static List<String> lines(PortAddress port, boolean gid, boolean lids, boolean decimal) {
        String line = gid ? "GID " + port.gid() + " " : "";
        if (lids) {
            line += (decimal ? "LID start %d end %d" : "LID start 0x%x end 0x%x")
                    .formatted(port.lid().bits(), port.lastLid());
        }
        return List.of(line);
    }
}
