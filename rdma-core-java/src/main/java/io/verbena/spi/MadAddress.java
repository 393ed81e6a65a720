package io.verbena.spi;

import io.verbena.iba.Lid;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The remote address of a datagram.
 *
 * @param lid the LID of the remote port
 * @param queuePair the queue pair: 0 for subnet management, 1 for all other classes
 * @param queueKey the Q_Key of queue pair 1, 0 for queue pair 0
 * @param serviceLevel the service level, 0 to 15
 * @param pathBits the path bits of the local LID
 * @param pKeyIndex the index of the P_Key in the local table
 * @param route the global route, null within a subnet
 */
public record MadAddress(
        int lid,
        int queuePair,
        long queueKey,
        int serviceLevel,
        int pathBits,
        int pKeyIndex,
        @Nullable GlobalRoute route) {
    /** The Q_Key of queue pair 1, the same on every port (IBA 10.2.4). */
    public static final long GSI_QUEUE_KEY = 0x80010000L;

    /** Returns the remote port as text: its LID, or its GID on Ethernet. */
    public String place() {
        return lid == 0 && route != null ? "GID " + route.gid() : "LID " + lid;
    }

    /** Written out for the same reason as that of {@link Lid}: what is known of an agent is found by its address. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MadAddress address
                && address.lid == lid
                && address.queuePair == queuePair
                && address.queueKey == queueKey
                && address.serviceLevel == serviceLevel
                && address.pathBits == pathBits
                && address.pKeyIndex == pKeyIndex
                && Objects.equals(address.route, route);
    }

    @Override
    public int hashCode() {
        return ((lid * 31 + queuePair) * 31 + serviceLevel) * 31 + Objects.hashCode(route);
    }

    /** Returns the address of the node at the end of a directed route. */
    public static final MadAddress DIRECTED = subnetManagement(Lid.PERMISSIVE.bits(), 0);

    /** Returns the address of the subnet management agent of a LID. */
    public static MadAddress subnetManagement(int lid, int serviceLevel) {
        return new MadAddress(lid, 0, 0, serviceLevel, 0, 0, null);
    }

    /** Returns the address of the general services of a LID. */
    public static MadAddress generalService(int lid, int serviceLevel, int pKeyIndex) {
        return new MadAddress(lid, 1, GSI_QUEUE_KEY, serviceLevel, 0, pKeyIndex, null);
    }
}
