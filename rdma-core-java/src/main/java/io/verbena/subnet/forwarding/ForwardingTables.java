package io.verbena.subnet.forwarding;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Route;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The linear forwarding tables of the switches of a subnet: a byte for each LID of each switch. Immutable; it does not
 * change when the fabric does.
 */
public final class ForwardingTables {
    /** What a table holds for a LID that is not forwarded (IBA 14.2.5.10). */
    public static final int NOWHERE = 255;

    private final Map<Guid, byte[]> tables;
    private final List<RdmaException> failures;

    ForwardingTables(Map<Guid, byte[]> tables, List<RdmaException> failures) {
        this.tables = Collections.unmodifiableMap(tables);
        this.failures = List.copyOf(failures);
    }

    /** Reads the tables of all switches; cancelling the future ends the reading. */
    public static CompletableFuture<ForwardingTables> readAsync(Subnet subnet, MadTransactor mad) {
        return new LinearTableReading(subnet, mad).start();
    }

    /**
     * Reads the tables of all switches and waits for them. What a switch does not answer is left out and listed in
     * {@link #failures}.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public static ForwardingTables read(Subnet subnet, MadTransactor mad) {
        LinearTableReading reading = new LinearTableReading(subnet, mad);
        return reading.await(reading.start());
    }

    /** What could not be read, each with the path. */
    public List<RdmaException> failures() {
        return failures;
    }

    /** The switches whose tables are here, as far as they could be read. */
    public Set<Guid> switches() {
        return tables.keySet();
    }

    /** The last LID that the table of a switch has an entry for; 0 where it has none. */
    public int top(Guid node) {
        return Math.max(0, tables.getOrDefault(node, new byte[0]).length - 1);
    }

    /**
     * The port by which a switch forwards packets to a LID: 0 for itself, {@link #NOWHERE} for none. Empty where the table
     * was not read, or ends before.
     */
    public Optional<Integer> exit(Guid node, Lid lid) {
        byte[] table = tables.get(node);
        return table == null || lid.bits() >= table.length ? Optional.empty() : Optional.of(table[lid.bits()] & 0xff);
    }

    /**
     * The way that packets to a LID take from a port.
     *
     * @throws RdmaException if they do not arrive; the message tells where they are lost
     */
    public Route route(Port from, Lid lid) {
        List<Port> exits = new ArrayList<>();
        Set<Node> visited = new HashSet<>();
        Port at = from;
        while (!at.endPort().has(lid)) {
            if (!visited.add(at.node())) {
                throw lost(from, lid, "they come to " + at.node() + " a second time");
            }
            Port exit = at.node().isSwitch() ? forward(from, at.node(), lid) : leave(from, at, lid);
            exits.add(exit);
            at = exit.peer().orElseThrow(() -> lost(from, lid, exit + " has no link"));
        }
        return new Route(from, exits);
    }

    private static Port leave(Port from, Port at, Lid lid) {
        if (at != from) {
            throw lost(from, lid, "they come to " + at + ", which has LID " + at.lid() + " and forwards nothing");
        }
        return at;
    }

    private Port forward(Port from, Node node, Lid lid) {
        int exit = exit(node.guid(), lid)
                .orElseThrow(() -> lost(from, lid, "the table of " + node + " has no entry for it"));
        if (exit == NOWHERE || exit == 0) {
            throw lost(from, lid, node + (exit == 0 ? " takes them for itself" : " forwards them nowhere"));
        }
        return node.port(exit).orElseThrow(() -> lost(from, lid, node + " has no port " + exit));
    }

    private static RdmaException lost(Port from, Lid lid, String reason) {
        return new RdmaException("packets from " + from + " to LID " + lid + " are lost: " + reason);
    }
}
