package io.verbena.shell.command.routing;

import io.verbena.diag.PortAddress;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.PortAddressView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** By what a port is addressed. */
@Examples({"ibaddr # The GID and the LIDs of this port.", "ibaddr -g 4 # The GID of the port with LID 4."})
@Command(name = "ibaddr", description = "Shows the GID of a port and its range of LIDs.")
public final class IbaddrCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Option(
            names = {"-g", "--gid_show"},
            description = "Show the GID; the LIDs only if -l or -L is given, too.")
    boolean gid;

    @Option(
            names = {"-l", "--lid_show"},
            description = "Show the LIDs; the GID only if -g is given, too.")
    boolean lid;

    @Option(
            names = {"-L", "--Lid_show"},
            description = "The same, in decimal.")
    boolean decimal;

    @Parameters(arity = "0..1", paramLabel = "ADDRESS", description = "The port; this port itself unless given.")
    @Nullable String address;

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        boolean lids = lid || decimal;
        try {
            PortAddress port = PortAddress.read(session.management(), addressing.smp(session, address));
            return Result.of(port, found -> PortAddressView.text(found, gid || !lids, lids || !gid, decimal));
        } catch (RdmaException e) {
            throw e.during("cannot read the address of " + (address == null ? "this port" : address));
        }
    }
}
