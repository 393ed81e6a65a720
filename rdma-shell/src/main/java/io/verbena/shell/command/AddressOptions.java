package io.verbena.shell.command;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What kind of address a command was given. No option is needed: the forms are told apart, but for a route of no hop. */
final class AddressOptions {
    /** At most one of them. */
    static final class Kind {
        @Option(
                names = {"-D", "--Direct"},
                description = "The address is a directed route, such as 0,1,4; 0 is this port itself.")
        boolean directed;

        @Option(
                names = {"-L", "--Lid"},
                description = "The address is a LID.")
        boolean lid;

        @Option(
                names = {"-G", "--Guid"},
                description = "The address is a port GUID.")
        boolean guid;
    }

    @ArgGroup
    Kind kind = new Kind();

    /**
     * Reads an address of the kind that was said, or of any.
     *
     * @throws IllegalArgumentException if it is not of the kind that was said
     * @throws io.verbena.path.MalformedAddressException if it is no address
     */
    Path parse(String text) {
        if (kind.directed) {
            return DirectedPath.parse(text);
        }
        if (kind.guid) {
            return IbPath.to(Guid.parse(text));
        }
        if (kind.lid) {
            Lid.parse(text);
        }
        return Path.parse(text);
    }
}
