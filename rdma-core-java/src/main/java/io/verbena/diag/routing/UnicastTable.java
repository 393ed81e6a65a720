package io.verbena.diag.routing;

import io.verbena.diag.routing.Destinations.Destination;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
        List<CompletableFuture<Entry>> entries = new ArrayList<>();
        for (int lid = first; lid <= last; lid++) {
            int port = Replies.await(blocks.get(lid / BLOCK - first / BLOCK)).port(lid % BLOCK);
            boolean used = port <= asked.name().ports();
            if (used || range.withUnused()) {
                entries.add(entry(lid, port, used && lid > 0 ? destinations : Destinations.unknown()));
            }
        }
        return new UnicastTable(
                asked.name(), first, last, entries.stream().map(Replies::await).toList());
    }

    private static CompletableFuture<Entry> entry(int lid, int port, Destinations destinations) {
        return destinations.findAsync(Lid.of(lid)).thenApply(found -> new Entry(lid, port, found.orElse(null)));
    }

    /**
     * A range of LIDs.
     *
     * @param first the first LID; null for the first entry of the table
     * @param last the last LID; null for the last entry of the table
     * @param withUnused whether to include entries without an output port
     */
    public record TableRange(
            @Nullable Integer first, @Nullable Integer last, boolean withUnused) {
        /** All entries with an output port. */
        public static final TableRange USED = new TableRange(null, null, false);

        /** Checks the order of the LIDs. */
        public TableRange {
            if (first != null && last != null && first > last) {
                throw new IllegalArgumentException(
                        "LIDs " + first + " to " + last + " are not a range: the last is less than the first");
            }
        }

        int first(int lowest) {
            return first == null ? lowest : first;
        }

        int last(int highest) {
            return last == null ? highest : Math.min(last, highest);
        }
    }

    /**
     * A switch whose tables are read.
     *
     * @param path the path of the requests
     * @param guid the GUID of the switch
     * @param name the name of the switch
     * @param ports the number of its external ports
     */
    public record SwitchName(Path path, Guid guid, String name, int ports) {

        record Known(SwitchName name, SwitchInfo info) {}

        /**
         * Queries the switch at a path.
         *
         * @throws RdmaException if the node is not a switch, or does not respond
         */
        static Known ask(SubnetManagement management, Path path, NodeNameMap names) {
            NodeInfo node = management.subnGet(NodeInfo.class, path);
            if (node.nodeType() != NodeType.SWITCH) {
                throw new RdmaException(
                        "the node at " + path + " is not a switch and has no forwarding tables: it is a "
                                + node.nodeType().text());
            }
            String own = management.subnGet(NodeDescription.class, path).nodeString();
            SwitchName name =
                    new SwitchName(path, node.nodeGuid(), names.nameOf(node.nodeGuid(), own), node.numPorts());
            return new Known(name, management.subnGet(SwitchInfo.class, path));
        }
    }

    /** Waits for responses, each of which has its own deadline. */
    static final class Replies {
        private Replies() {}

        /**
         * Returns the result of a future.
         *
         * @throws RdmaException if the future failed, or the thread is interrupted, which cancels the future
         */
        static <T> T await(CompletableFuture<T> future) {
            try {
                return future.get();
            } catch (ExecutionException e) {
                throw FutureErrors.cause(e);
            } catch (InterruptedException e) {
                future.cancel(true);
                Thread.currentThread().interrupt();
                throw new RdmaException("interrupted while waiting for tables", e);
            }
        }
    }
}
