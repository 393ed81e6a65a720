package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The unicast forwarding table of a switch (IBA 14.2.5.10).
 *
 * @param node the switch
 * @param first the first LID of the range
 * @param last the last LID of the range that has an entry
 * @param entries the entries by LID
 */
public record UnicastTable(SwitchName node, int first, int last, List<Entry> entries) {
    private static final int BLOCK = 64;

    /**
     * An entry.
     *
     * @param lid the destination LID
     * @param port the output port; 0 for the switch itself, 255 for none
     * @param destination the port that has the LID; null if it was not requested, or is unknown
     */
    public record Entry(int lid, int port, @Nullable Destination destination) {}

    /**
     * Reads the blocks of a range.
     *
     * @throws RdmaException if the node is not a switch, or does not respond
     */
    public static UnicastTable read(
            SubnetManagement management, Path path, NodeNameMap names, TableRange range, Destinations destinations) {
        SwitchName.Known asked = SwitchName.ask(management, path, names);
        int first = range.first(0);
        int last = range.last(Math.min(asked.info().linearFdbTop(), Lid.FIRST_MULTICAST.bits() - 1));
        List<CompletableFuture<LinearForwardingTable>> blocks = new ArrayList<>();
        for (int block = first / BLOCK; first <= last && block <= last / BLOCK; block++) {
            blocks.add(management.async().subnGet(LinearForwardingTable.class, path, block));
        }
        List<Entry> exits = new ArrayList<>();
        List<CompletableFuture<Optional<Destination>>> found = new ArrayList<>();
        for (int lid = first; lid <= last; lid++) {
            LinearForwardingTable block = Replies.await(blocks.get(lid / BLOCK - first / BLOCK));
            int port = block.port(lid % BLOCK);
            boolean used = port <= asked.name().ports();
            if (used || range.withUnused()) {
                exits.add(new Entry(lid, port, null));
                found.add(
                        used && lid > 0
                                ? destinations.findAsync(Lid.of(lid))
                                : Destinations.unknown().findAsync(Lid.NONE));
            }
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < exits.size(); i++) {
            Destination destination = Replies.await(found.get(i)).orElse(null);
            entries.add(new Entry(exits.get(i).lid(), exits.get(i).port(), destination));
        }
        return new UnicastTable(asked.name(), first, last, List.copyOf(entries));
    }
}
