package io.verbena.mad.engine;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PartitionKeys;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts paths to the addresses of a channel, with the partition key table and the LID of the end port, and keeps the
 * redirections (IBA 13.5.2) and the response times (IBA 13.4.8.1) that agents have reported. Addresses are safe for use by
 * several threads; what agents have reported is guarded by the {@link PortLock}.
 */
final class Addresses {
    private static final int FIRST_GID = 0;
    private static final int NO_ROUTER = 64;
    private static final int REDIRECT_HOP_LIMIT = 255;

    /** Maximum number of agents with a redirection, and with a response time; the oldest is evicted. */
    private static final int MAX_AGENTS = 1024;

    private static final long RESPONSE_TIME_UNIT = 4_096;
    // 4.3 s; a larger value would make an unreachable agent look alive for too long.
    private static final int MAX_RESPONSE_TIME = 20;

    private record Agent(MadAddress address, int managementClass) {

        /** Compares the components without the bootstrap of a record's method; see {@link io.verbena.iba.Lid#equals}. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Agent agent
                    && agent.managementClass == managementClass
                    && agent.address.equals(address);
        }

        @Override
        public int hashCode() {
            return address.hashCode() * 31 + managementClass;
        }
    }

    private static final class Recent<V> extends LinkedHashMap<Agent, V> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Agent, V> eldest) {
            return size() > MAX_AGENTS;
        }
    }

    private final EndPort endPort;
    private volatile List<Integer> pKeys = List.of();
    private volatile Lid localLid = Lid.NONE;
    private volatile @Nullable Boolean ethernet;
    private final Map<Agent, MadAddress> redirections = new Recent<>();
    private final Map<Agent, Long> responseTimes = new Recent<>();

    Addresses(EndPort endPort) {
        this.endPort = endPort;
    }

    /**
     * Returns the destination of a request, and writes a directed route into it.
     *
     * @param mad the request
     * @throws RdmaException if the end port is not in the partition of the path, or the path lacks a LID or GID
     */
    MadAddress destination(byte[] mad, Path path) {
        if (path instanceof DirectedPath route) {
            writeRoute(mad, route, Lid.PERMISSIVE);
            return MadAddress.DIRECTED;
        }
        if (path instanceof CombinedPath combined) {
            writeRoute(mad, combined.route(), localLid(combined));
            return MadAddress.subnetManagement(combined.lid().bits(), 0);
        }
        boolean subnetManagement = (mad[MadFormat.MANAGEMENT_CLASS] & 0xff) == ManagementClass.SUBNET_LID_ROUTED.code();
        return of((IbPath) path, subnetManagement);
    }

    /** Writes a directed route; {@code from} is the LID of the requester if a LID-routed part precedes it, else permissive. */
    private static void writeRoute(byte[] mad, DirectedPath path, Lid from) {
        DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT
                .wrapWritable(mad, 0)
                .hopCount(path.hops())
                .drSlid(from)
                .drDlid(Lid.PERMISSIVE);
        for (int hop = 0; hop < path.hops(); hop++) {
            smp.initialPath(hop + 1, path.port(hop));
        }
    }

    private MadAddress of(IbPath path, boolean subnetManagement) {
        boolean byGid = !path.isResolved();
        if (byGid && (subnetManagement || path.dgid().equals(Gid.ZERO) || !isEthernet())) {
            throw new RdmaException(
                    path + " has no LID; resolve it with the subnet administration or by discovery first");
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

    /** Returns whether the link is Ethernet, where packets have no LIDs. */
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
                    path + " has a hop limit, so its packets need a GID, but it has no dgid; resolve it first");
        }
        int hopLimit = path.hopLimit() == 0 ? NO_ROUTER : path.hopLimit();
        return new GlobalRoute(path.dgid(), FIRST_GID, path.flowLabel(), hopLimit, path.trafficClass());
    }

    /**
     * Returns the address to which an agent redirected its class.
     *
     * @throws RdmaException if the redirection has no LID, or the end port is not in its partition
     */
    MadAddress redirected(ClassPortInfo info, MadAddress from) {
        if (info.redirectLid().equals(Lid.NONE) && !isEthernet()) {
            throw new RdmaException("the redirection to GID " + info.redirectGid()
                    + " has no LID; resolve the GID with the subnet administration");
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
     * Returns the LID of the end port, to which the response of a combined route returns.
     *
     * @throws RdmaException if the end port has no LID
     */
    private Lid localLid(CombinedPath path) {
        Lid known = localLid;
        if (!known.isUnicast()) {
            known = endPort.attributes().lid();
            if (!known.isUnicast()) {
                throw new RdmaException("the response from " + path + " returns by LID, but end port " + endPort
                        + " has none; start a subnet manager or use a directed route");
            }
            localLid = known;
        }
        return known;
    }

    /** Discards the cached LID and partition keys, for example after a call that timed out. */
    void forget() {
        pKeys = List.of();
        localLid = Lid.NONE;
    }

    /** Returns the index of a partition key with either membership. */
    private int pKeyIndex(int pKey) {
        int index = find(pKey);
        if (index < 0) {
            pKeys = endPort.attributes().pKeys();
            index = find(pKey);
        }
        if (index >= 0) {
            return index;
        }
        // An end port without a subnet manager is at most in the default partition, at index 0 (IBA 10.9.1.2).
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

    /** Returns the index of a key, preferably with its own membership, or -1. */
    private int find(int pKey) {
        List<Integer> table = pKeys;
        int index = table.indexOf(pKey);
        return index >= 0 ? index : table.indexOf(PartitionKeys.ofOtherMembership(pKey));
    }

    // ---- what agents have reported

    /** Returns the address to which the agent of a call redirected its class, or null. */
    @Nullable MadAddress redirection(Call<?> call) {
        return redirections.isEmpty() ? null : redirections.get(agent(call));
    }

    void learnRedirection(Call<?> call, MadAddress elsewhere) {
        redirections.put(agent(call), elsewhere);
    }

    void forgetRedirection(Call<?> call) {
        redirections.remove(agent(call));
    }

    private static Agent agent(Call<?> call) {
        return new Agent(call.origin, call.managementClass);
    }

    /** Returns the response time of an agent in nanoseconds, or {@link Call#UNKNOWN}. */
    long responseTime(MadAddress address, int managementClass) {
        if (responseTimes.isEmpty()) {
            return Call.UNKNOWN;
        }
        return responseTimes.getOrDefault(new Agent(address, managementClass), Call.UNKNOWN);
    }

    /** Takes the response time from a response, if it is the ClassPortInfo of a general service. */
    void learnResponseTime(Call<?> call, MadMessage response) {
        if (call.origin.queuePair() == 0
                || response.u16(MadFormat.ATTRIBUTE_ID) != ClassPortInfo.LAYOUT.attributeId()) {
            return;
        }
        int offset = MadFormat.payloadOffset(MadFormat.of(call.managementClass));
        if (response.length() >= offset + ClassPortInfo.LENGTH) {
            int value = ClassPortInfo.LAYOUT
                    .wrap(response.copy(offset, ClassPortInfo.LENGTH), 0)
                    .respTimeValue();
            responseTimes.put(agent(call), RESPONSE_TIME_UNIT << Math.min(value, MAX_RESPONSE_TIME));
        }
    }
}
