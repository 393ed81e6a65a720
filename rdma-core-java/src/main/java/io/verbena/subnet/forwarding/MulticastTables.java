package io.verbena.subnet.forwarding;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The multicast forwarding tables of the switches of a subnet: a bit for each port of each group. Immutable. */
public final class MulticastTables {
    private final Map<Guid, MulticastTable> tables;
    private final List<RdmaException> failures;

    MulticastTables(Map<Guid, MulticastTable> tables, List<RdmaException> failures) {
        this.tables = Collections.unmodifiableMap(tables);
        this.failures = List.copyOf(failures);
    }

    /** Reads the tables of all switches; cancelling the future ends the reading. */
    public static CompletableFuture<MulticastTables> readAsync(Subnet subnet, MadTransactor mad) {
        return new MulticastTableReading(subnet, mad).start();
    }

    /**
     * Reads the tables of all switches and waits for them. What a switch does not answer is left out and listed in
     * {@link #failures}.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public static MulticastTables read(Subnet subnet, MadTransactor mad) {
        MulticastTableReading reading = new MulticastTableReading(subnet, mad);
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

    /** The ports by which a switch sends to a group; none where the table was not read, or has no such entry. */
    public BitSet exits(Guid node, Lid group) {
        MulticastTable table = tables.get(node);
        return table == null ? new BitSet() : table.exits(group);
    }

    /** The groups for which a switch has an entry, by LID. */
    public List<Lid> groups(Guid node) {
        MulticastTable table = tables.get(node);
        return table == null ? List.of() : table.groups();
    }
}
