package io.verbena.shell.command.checks;

import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.Session;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The node that a command is about. */
final class NodeTarget {
    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "The LID, port GUID or route of the node.")
    String address;

    /** By which it is asked by subnet management. */
    Path smp(Session session) {
        return addressing.smp(session, address);
    }

    /** By which it is asked by performance management. */
    IbPath gmp(Session session) {
        return addressing.gmp(session, address);
    }
}
