package io.verbena.shell.cli;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options that force an address to be read as a LID, a GUID or a directed route. Without them, the form decides; only a
 * route without hops is ambiguous.
 */
public final class AddressOptions {
    @Option(names = "--Lid", description = "Read the address as a LID.")
    boolean lid;

    @Option(names = "--Guid", description = "Read the address as a port GUID.")
    boolean guid;

    @Option(
            names = "--Direct",
            description = "Read the address as a directed route, for example 0,1,4; 0 is the local port.")
    boolean directed;

    /**
     * Parses an address of the requested kind (default: any kind).
     *
     * @throws IllegalArgumentException if the address is of another kind, or if two kinds were requested
     * @throws io.verbena.path.MalformedAddressException if the text is not an address
     */
    public Path parse(String text) {
        if ((directed ? 1 : 0) + (lid ? 1 : 0) + (guid ? 1 : 0) > 1) {
            throw new IllegalArgumentException("-D, -G and -L are mutually exclusive");
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

    /**
     * Returns the node at an address of the requested kind; empty if no kind was requested.
     *
     * @throws RdmaException if the subnet has no node at this address
     */
    public Optional<Node> node(Subnet subnet, String text) {
        if (!directed && !guid && !lid) {
            return Optional.empty();
        }
        Path address = parse(text);
        Optional<Node> found = address instanceof DirectedPath route
                ? subnet.node(route)
                : guid
                        ? subnet.port(Guid.parse(text)).map(Port::node)
                        : subnet.port(Lid.parse(text)).map(Port::node);
        return Optional.of(found.orElseThrow(() -> new RdmaException("the subnet has no node at " + text)));
    }

    /** Returns the subnet management path to an address, or to the local port if it is null. Resolves a GUID. */
    public Path smp(Session session, @Nullable String text) {
        return text == null ? DirectedPath.self() : session.resolve(parse(text));
    }

    /**
     * Returns the path to an address, or to the local port if it is null, for datagrams of other classes than subnet
     * management, with the attributes that subnet administration returns. Uses a complete path such as {@code
     * IbPath[dlid=4, sl=2]} as it is.
     */
    public IbPath gmp(Session session, @Nullable String text) {
        Path path = text == null ? DirectedPath.self() : parse(text);
        boolean whole = text != null && text.strip().startsWith("IbPath[");
        return whole && path instanceof IbPath complete && complete.isResolved() ? complete : session.path(path);
    }
}
