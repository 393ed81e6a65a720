package io.verbena.embedded.routing;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Lid;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The LIDs of a managed fabric. Ports keep the LIDs of the topology; a port without one gets the next free LID. */
public final class LidTable {
    private static final int END = Lid.FIRST_MULTICAST.bits();

    private final @Nullable FabricPort[] byLid = new FabricPort[END];
    private int next = 1;

    /**
     * Assigns a LID to every addressable port.
     *
     * @throws IllegalArgumentException if the topology contains a LID twice, or has more ports than there are LIDs
     */
    public LidTable(List<FabricNode> nodes) {
        List<FabricPort> open = new ArrayList<>();
        nodes.stream()
                .flatMap(FabricNode::ports)
                .filter(LidTable::isAddressable)
                .forEach(port -> {
                    int lid = port.node().forwards() ? port.node().model().portZeroLid() : modelLid(port);
                    if (lid != 0) {
                        keep(port, lid, modelLmc(port));
                    } else if (port.isUp()) {
                        open.add(port);
                    }
                });
        open.forEach(this::assignNext);
    }

    private static boolean isAddressable(FabricPort port) {
        return port.isManagementPort() || !port.node().forwards();
    }

    private static int modelLid(FabricPort port) {
        return port.model() == null ? 0 : port.model().lid();
    }

    private static int modelLmc(FabricPort port) {
        if (port.node().forwards()) {
            return port.node().model().portZeroLmc();
        }
        return port.model() == null ? 0 : port.model().lmc();
    }

    private void keep(FabricPort port, int lid, int lmc) {
        int last = lid + (1 << lmc) - 1;
        if ((lid & (1 << lmc) - 1) != 0 || last >= END) {
            throw new IllegalArgumentException("LID " + lid + " with LMC " + lmc + " cannot be assigned to " + port
                    + "; a LID is from 1 to " + (END - 1) + ", and its low-order LMC bits are 0");
        }
        port.assign(lid, lmc);
        for (int each = lid; each <= last; each++) {
            FabricPort other = byLid[each];
            if (other != null) {
                throw new IllegalArgumentException(
                        "LID " + each + " is assigned twice, to " + other + " and to " + port);
            }
            byLid[each] = port;
        }
    }

    private void assignNext(FabricPort port) {
        while (next < END && byLid[next] != null) {
            next++;
        }
        if (next == END) {
            throw new IllegalArgumentException(
                    "the topology has more ports than the " + (END - 1) + " LIDs of a subnet");
        }
        keep(port, next, 0);
    }

    /** Returns the highest LID in use. */
    public int highest() {
        int highest = END - 1;
        while (highest > 0 && byLid[highest] == null) {
            highest--;
        }
        return highest;
    }

    @Nullable FabricPort port(int lid) {
        return lid <= 0 || lid >= END ? null : byLid[lid];
    }
}
