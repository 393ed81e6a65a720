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

/** Multicast forwarding tables of the switches of a subnet, with one bit per port and group. Immutable. */
public final class MulticastTables {
    private final Map<Guid, MulticastMasks> tables;
    private final List<RdmaException> failures;

    MulticastTables(Map<Guid, MulticastMasks> tables, List<RdmaException> failures) {
        this.tables = Collections.unmodifiableMap(tables);
        this.failures = List.copyOf(failures);
    }

    /** Reads the tables of all switches. Cancelling the future ends the reading. */
    public static CompletableFuture<MulticastTables> readAsync(Subnet subnet, MadTransactor mad) {
        return new MulticastTableReading(subnet, mad).start();
    }

    /**
     * Reads the tables of all switches and waits for them. A table that cannot be read is omitted and listed in {@link
     * #failures}.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public static MulticastTables read(Subnet subnet, MadTransactor mad) {
        MulticastTableReading reading = new MulticastTableReading(subnet, mad);
        return reading.await(reading.start());
    }

    /** Returns the failures, with paths. */
    public List<RdmaException> failures() {
        return failures;
    }

    /** Returns the switches whose tables were read, at least in part. */
    public Set<Guid> switches() {
        return tables.keySet();
    }

    /** Returns the ports through which a switch forwards packets to a group; empty if the entry was not read. */
    public BitSet exits(Guid node, Lid group) {
        MulticastMasks table = tables.get(node);
        return table == null ? new BitSet() : table.exits(group);
    }

    /** Returns the groups in the table of a switch. */
    public List<Lid> groups(Guid node) {
        MulticastMasks table = tables.get(node);
        return table == null ? List.of() : table.groups();
    }
}
