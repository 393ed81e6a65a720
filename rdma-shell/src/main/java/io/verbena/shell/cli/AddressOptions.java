package io.verbena.shell.cli;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What kind of address a command was given. No option is needed: the forms are told apart, but for a route of no hop. */
public final class AddressOptions {
    @Option(names = "--Lid", description = "The address is a LID.")
    boolean lid;

    @Option(names = "--Guid", description = "The address is a port GUID.")
    boolean guid;

    @Option(names = "--Direct", description = "The address is a directed route, such as 0,1,4; 0 is this port itself.")
    boolean directed;

    /**
     * Reads an address of the kind that was said, or of any.
     *
     * @throws IllegalArgumentException if it is not of the kind that was said, or two kinds were said
     * @throws io.verbena.path.MalformedAddressException if it is no address
     */
    public Path parse(String text) {
        if ((directed ? 1 : 0) + (lid ? 1 : 0) + (guid ? 1 : 0) > 1) {
            throw new IllegalArgumentException("-D, -G and -L exclude each other; an address has one form");
        }
        if (directed) {
            return DirectedPath.parse(text);
        }
        if (guid) {
            return IbPath.to(Guid.parse(text));
        }
        if (lid) {
            Lid.parse(text);
        }
        return Path.parse(text);
    }

    /** The path of subnet management to an address, or to this port if there is none; a GUID is resolved. */
    public Path smp(Session session, @Nullable String text) {
        return text == null ? DirectedPath.self() : session.resolve(parse(text));
    }

    /**
     * The path to an address, or to this port if there is none, for packets that are not of subnet management: with what
     * the subnet administration says of it. A whole path, {@code IbPath[dlid=4, sl=2]}, is taken as it is.
     */
    public IbPath gmp(Session session, @Nullable String text) {
        Path path = text == null ? DirectedPath.self() : parse(text);
        boolean whole = text != null && text.strip().startsWith("IbPath[");
        return whole && path instanceof IbPath complete && complete.isResolved() ? complete : session.path(path);
    }
}
