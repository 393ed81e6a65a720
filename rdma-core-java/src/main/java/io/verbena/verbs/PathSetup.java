package io.verbena.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import io.verbena.path.IbPath;
import java.util.Comparator;
import java.util.List;

/** Derives the settings of a queue pair from a path. */
final class PathSetup {
    private static final int DEFAULT_HOP_LIMIT = 64;
    private static final int MAX_TIMEOUT = 31;
    private static final long IPV4_PREFIX = 0xffff;

    private final PortProperties port;
    private final List<GidTableEntry> gids;

    /**
     * Creates settings for a port.
     *
     * @param gids the used entries of the GID tables
     */
    PathSetup(PortProperties port, List<GidTableEntry> gids) {
        this.port = port;
        this.gids = gids.stream()
                .filter(entry -> entry.port() == port.number())
                .sorted(Comparator.comparingInt(GidTableEntry::index))
                .toList();
    }

    /**
     * Returns the settings for a queue pair of the peer.
     *
     * @param partitionKeyIndex the index of the P_Key of the path
     * @param acknowledgeDelay the local ACK delay of the device, 4.096 us * 2^n
     */
    QueuePairSetup to(IbPath path, int queuePair, int partitionKeyIndex, int acknowledgeDelay) {
        QueuePairSetup setup = QueuePairSetup.port(port.number())
                .partitionKeyIndex(partitionKeyIndex)
                .to(address(path), queuePair)
                .mtu(path.mtu() == Mtu.UNKNOWN ? port.activeMtu() : path.mtu());
        return path.packetLifeTime() == IbPath.UNKNOWN_LIFE_TIME
                ? setup
                : setup.timeout(timeout(path.packetLifeTime(), acknowledgeDelay));
    }

    /** Returns twice the packet lifetime plus the delay, rounded up to a power of two (IBA 12.7.34). */
    private static int timeout(int life, int delay) {
        int longer = Math.max(life + 1, delay);
        return Math.min(MAX_TIMEOUT, longer + 1);
    }

    private AddressVector address(IbPath path) {
        boolean ethernet = port.linkLayer() == LinkLayer.ETHERNET;
        boolean global = ethernet || path.hopLimit() > 0;
        if (!ethernet && !path.isResolved()) {
            throw new IllegalArgumentException(path + " has no LID; resolve it by the subnet administration first");
        }
        if (global && path.dgid().equals(Gid.ZERO)) {
            throw new IllegalArgumentException(path + " has no GID, which its packets need"
                    + (ethernet ? ": the link layer of the port is Ethernet" : " to cross routers"));
        }
        return new AddressVector(
                port.number(),
                ethernet ? Lid.NONE : path.dlid(),
                path.sl(),
                path.pathBits(),
                path.rate() == Rate.UNKNOWN ? 0 : path.rate().code(),
                global ? path.dgid() : Gid.ZERO,
                global ? gidIndex(path.dgid(), ethernet) : 0,
                path.flowLabel(),
                ethernet && path.hopLimit() == 0 ? DEFAULT_HOP_LIMIT : path.hopLimit(),
                path.trafficClass());
    }

    /** Returns the index of the source GID: on Ethernet one of RoCE v2 with the same kind of address if possible. */
    private int gidIndex(Gid destination, boolean ethernet) {
        if (!ethernet) {
            return 0;
        }
        return gids.stream()
                .filter(entry -> kind(entry.gid()) == kind(destination))
                .max(Comparator.comparing((GidTableEntry entry) -> entry.type() == GidType.ROCE_V2)
                        .thenComparing(
                                Comparator.comparingInt(GidTableEntry::index).reversed()))
                .map(GidTableEntry::index)
                .orElse(0);
    }

    /** Returns 4 for an IPv4 address, 1 for a link-local address, and 6 for all others. */
    private static int kind(Gid gid) {
        if (gid.prefix() == 0 && gid.interfaceId() >>> Integer.SIZE == IPV4_PREFIX) {
            return 4;
        }
        return gid.prefix() == Gid.LINK_LOCAL_PREFIX ? 1 : 6;
    }
}
