package io.verbena.mad;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.PartitionKeys;
import io.verbena.path.CombinedPath;
import io.verbena.path.IbPath;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes of a path the address that a channel needs; it knows the partition keys of the end port. Safe for several threads. */
final class Addresses {
    private static final int FIRST_GID = 0;
    private static final int NO_ROUTER = 64;
    private static final int REDIRECT_HOP_LIMIT = 255;

    private final EndPort endPort;
    private volatile List<Integer> pKeys = List.of();
    private volatile Lid localLid = Lid.NONE;
    private volatile @Nullable Boolean ethernet;

    Addresses(EndPort endPort) {
        this.endPort = endPort;
    }

    /**
     * The address at the end of a path whose LID is known, or on Ethernet its GID.
     *
     * @throws RdmaException if the end port is in no such partition, or the path needs a LID or GID that it does not have
     */
    MadAddress of(IbPath path, boolean subnetManagement) {
        boolean byGid = !path.isResolved();
        if (byGid && (subnetManagement || path.dgid().equals(Gid.ZERO) || !isEthernet())) {
            throw new RdmaException(
                    path + " has no LID yet; resolve it with the subnet administration, or by discovery");
        }
        int lid = path.dlid().bits();
        if (subnetManagement) {
            return new MadAddress(lid, 0, 0, path.sl(), path.pathBits(), 0, null);
        }
        return new MadAddress(
                lid,
                1,
                MadAddress.GSI_QUEUE_KEY,
                path.sl(),
                path.pathBits(),
                pKeyIndex(path.pKey()),
                byGid || path.hopLimit() != 0 ? route(path) : null);
    }

    /** There packets have no LIDs. */
    private boolean isEthernet() {
        Boolean known = ethernet;
        if (known == null) {
            known = endPort.attributes().isEthernet();
            ethernet = known;
        }
        return known;
    }

    private static GlobalRoute route(IbPath path) {
        if (path.dgid().equals(Gid.ZERO)) {
            throw new RdmaException(
                    path + " has a hop limit, so its packets carry a GID, but no dgid; resolve it first");
        }
        int hopLimit = path.hopLimit() == 0 ? NO_ROUTER : path.hopLimit();
        return new GlobalRoute(path.dgid(), FIRST_GID, path.flowLabel(), hopLimit, path.trafficClass());
    }

    /**
     * Where an agent that has redirected its class is to be asked.
     *
     * @throws RdmaException if it says so only by a GID, or in a partition that the end port is not in
     */
    MadAddress redirected(ClassPortInfo info, MadAddress from) {
        if (info.redirectLid().equals(Lid.NONE) && !isEthernet()) {
            throw new RdmaException("it is redirected to GID " + info.redirectGid()
                    + " without a LID; resolve that with the subnet administration and ask there");
        }
        GlobalRoute route = from.route() == null
                ? null
                : new GlobalRoute(
                        info.redirectGid(),
                        FIRST_GID,
                        info.redirectFlowLabel(),
                        REDIRECT_HOP_LIMIT,
                        info.redirectTrafficClass());
        return new MadAddress(
                info.redirectLid().bits(),
                info.redirectQp(),
                info.redirectQKey(),
                info.redirectSl(),
                from.pathBits(),
                pKeyIndex(info.redirectPKey()),
                route);
    }

    /**
     * The LID of the end port, to which the answer of a combined route comes back.
     *
     * @throws RdmaException if it has none
     */
    Lid localLid(CombinedPath path) {
        Lid known = localLid;
        if (!known.isUnicast()) {
            known = endPort.attributes().lid();
            if (!known.isUnicast()) {
                throw new RdmaException("the answer from " + path + " comes back by LID, but end port " + endPort
                        + " has none; start a subnet manager, or use a directed route");
            }
            localLid = known;
        }
        return known;
    }

    /** Looks at the LID and the partition keys anew when they are needed next, as after a call that nobody answered. */
    void forget() {
        pKeys = List.of();
        localLid = Lid.NONE;
    }

    /** The index of a partition key, of either membership. */
    int pKeyIndex(int pKey) {
        int index = find(pKey);
        if (index < 0) {
            pKeys = endPort.attributes().pKeys();
            index = find(pKey);
        }
        if (index >= 0) {
            return index;
        }
        // An end port that no subnet manager has set up has at most the default partition, at index 0 (IBA 10.9.1.2).
        if (pKey == IbPath.DEFAULT_PKEY && pKeys.stream().allMatch(key -> key == 0)) {
            return 0;
        }
        throw new RdmaException("end port %s is not in partition 0x%04x; its partition keys are %s"
                .formatted(
                        endPort,
                        pKey,
                        pKeys.stream()
                                .filter(key -> key != 0)
                                .map(key -> "0x%04x".formatted(key))
                                .collect(Collectors.joining(", "))));
    }

    /** As it is in the table, else with the other membership. */
    private int find(int pKey) {
        List<Integer> table = pKeys;
        int index = table.indexOf(pKey);
        return index >= 0 ? index : table.indexOf(PartitionKeys.ofOtherMembership(pKey));
    }
}
