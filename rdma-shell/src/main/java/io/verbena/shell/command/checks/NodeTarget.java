package io.verbena.shell.command.checks;

import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.Session;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The address of a node. */
final class NodeTarget {
    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "LID, port GUID or directed route of the node.")
    String address;

    /** Returns the path for subnet management. */
    Path smp(Session session) {
        return addressing.smp(session, address);
    }

    /** Returns the path for performance management. */
    IbPath gmp(Session session) {
        return addressing.gmp(session, address);
    }
}
