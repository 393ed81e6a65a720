package io.verbena.embedded.routing;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Lid;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which port a LID belongs to as the subnet manager is said to have left the fabric. The LIDs of the topology are kept; a port without one gets the next that is free. */
public final class LidTable {
    private static final int END = Lid.FIRST_MULTICAST.bits();

    private final @Nullable Port[] byLid = new Port[END];
    private int next = 1;

    /**
     * Gives every addressable port its LID.
     *
     * @throws IllegalArgumentException if the topology gives a LID twice, or has more ports than there are LIDs
     */
    public LidTable(List<Node> nodes) {
        List<Port> open = new ArrayList<>();
        nodes.stream().flatMap(Node::ports).filter(LidTable::isAddressable).forEach(port -> {
            int lid = port.node().forwards() ? port.node().model().portZeroLid() : modelLid(port);
            if (lid != 0) {
                keep(port, lid, modelLmc(port));
            } else if (port.isUp()) {
                open.add(port);
            }
        });
        open.forEach(this::assignNext);
    }

    private static boolean isAddressable(Port port) {
        return port.isManagementPort() || !port.node().forwards();
    }

    private static int modelLid(Port port) {
        return port.model() == null ? 0 : port.model().lid();
    }

    private static int modelLmc(Port port) {
        if (port.node().forwards()) {
            return port.node().model().portZeroLmc();
        }
        return port.model() == null ? 0 : port.model().lmc();
    }

    private void keep(Port port, int lid, int lmc) {
        int last = lid + (1 << lmc) - 1;
        if ((lid & (1 << lmc) - 1) != 0 || last >= END) {
            throw new IllegalArgumentException("LID " + lid + " with LMC " + lmc + " cannot be given to " + port
                    + "; a LID is from 1 to " + (END - 1) + ", its low LMC bits are 0");
        }
        port.assign(lid, lmc);
        for (int each = lid; each <= last; each++) {
            Port other = byLid[each];
            if (other != null) {
                throw new IllegalArgumentException("LID " + each + " is given twice, to " + other + " and to " + port);
            }
            byLid[each] = port;
        }
    }

    private void assignNext(Port port) {
        while (next < END && byLid[next] != null) {
            next++;
        }
        if (next == END) {
            throw new IllegalArgumentException(
                    "the topology has more ports than the " + (END - 1) + " LIDs of a subnet");
        }
        keep(port, next, 0);
    }

    /** The port with this LID; null where there is none. */
    @Nullable Port port(int lid) {
        return lid <= 0 || lid >= END ? null : byLid[lid];
    }
}
