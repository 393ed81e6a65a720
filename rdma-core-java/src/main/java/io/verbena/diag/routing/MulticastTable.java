package io.verbena.diag.routing;

import io.verbena.diag.routing.UnicastTable.Replies;
import io.verbena.diag.routing.UnicastTable.SwitchName;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The multicast forwarding table of a switch (IBA 14.2.5.11).
 *
 * @param node the switch
 * @param first the first LID of the range
 * @param last the last LID of the range that has an entry
 * @param groups the groups by LID
 */
public record MulticastTable(SwitchName node, int first, int last, List<Group> groups) {
    static final int BLOCK = 32;
    static final int PORTS = 16;
    static final int POSITION = 28;

    /**
     * A group.
     *
     * @param lid the LID of the group
     * @param ports the output ports, ascending
     */
    public record Group(int lid, List<Integer> ports) {}

    /**
     * Reads the blocks of a range.
     *
     * @throws RdmaException if the node is not a switch, or does not respond
     * @throws IllegalArgumentException if the range starts below the first multicast LID
     */
    public static MulticastTable read(SubnetManagement management, Path path, NodeNameMap names, TableRange range) {
        int lowest = Lid.FIRST_MULTICAST.bits();
        int first = range.first(lowest);
        if (first < lowest) {
            throw new IllegalArgumentException(
                    "%d is not a multicast LID; the first one is 0x%04x".formatted(first, lowest));
        }
        SwitchName.Known asked = SwitchName.ask(management, path, names);
        int last = range.last(Math.min(lowest + asked.info().multicastFdbCap(), Lid.PERMISSIVE.bits()) - 1);
        int positions = asked.name().ports() / PORTS + 1;
        int from = (first - lowest) / BLOCK;
        List<List<CompletableFuture<MulticastForwardingTable>>> blocks = new ArrayList<>();
        for (int block = from; first <= last && block <= (last - lowest) / BLOCK; block++) {
            blocks.add(ask(management, path, block, positions));
        }
        List<Group> groups = new ArrayList<>();
        for (int lid = first; lid <= last; lid++) {
            int index = lid - lowest;
            List<Integer> ports = ports(blocks.get(index / BLOCK - from), index % BLOCK);
            if (!ports.isEmpty() || range.withUnused()) {
                groups.add(new Group(lid, ports));
            }
        }
        return new MulticastTable(asked.name(), first, last, List.copyOf(groups));
    }

    /** Requests the masks of all ports for the groups of a block. */
    static List<CompletableFuture<MulticastForwardingTable>> ask(
            SubnetManagement management, Path path, int block, int positions) {
        List<CompletableFuture<MulticastForwardingTable>> masks = new ArrayList<>();
        for (long position = 0; position < positions; position++) {
            masks.add(management.async().subnGet(MulticastForwardingTable.class, path, position << POSITION | block));
        }
        return masks;
    }

    static List<Integer> ports(List<CompletableFuture<MulticastForwardingTable>> masks, int index) {
        List<Integer> ports = new ArrayList<>();
        for (int position = 0; position < masks.size(); position++) {
            int mask = Replies.await(masks.get(position)).portMask(index);
            for (int bit = 0; bit < PORTS; bit++) {
                if ((mask >>> bit & 1) != 0) {
                    ports.add(position * PORTS + bit);
                }
            }
        }
        return List.copyOf(ports);
    }
}
