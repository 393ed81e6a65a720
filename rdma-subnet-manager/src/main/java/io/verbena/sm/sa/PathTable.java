package io.verbena.sm.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkRate;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers PathRecord (IBA 15.2.5.16) from the links and the forwarding tables. */
final class PathTable extends SaTable<PathRecord, PathRecord> {
    private static final long SGID = PathRecord.LAYOUT.componentMask("sgid");
    private static final long DGID = PathRecord.LAYOUT.componentMask("dgid");
    private static final long SLID = PathRecord.LAYOUT.componentMask("slid");
    private static final long DLID = PathRecord.LAYOUT.componentMask("dlid");
    private static final int LIFE_TIME = 18;
    private static final int FULL_DEFAULT = 0xffff;
    private static final int MAX_HOP_LIMIT = 0xff;
    // The maximum number of port pairs that one request may examine.
    private static final long MAX_PAIRS = 1 << 20;

    private final SaSubnet subnet;
    private final MulticastGroups groups;

    /** The source or the destination of a request: all ports, no port, or one port with one or all of its LIDs. */
    private record Ends(int status, List<SaSubnet.Port> ports, int lid) {
        static Ends refused(int status) {
            return new Ends(status, List.of(), 0);
        }
    }

    PathTable(SaSubnet subnet, MulticastGroups groups) {
        super(PathRecord.LAYOUT);
        this.subnet = subnet;
        this.groups = groups;
    }

    @Override
    long handled(SaRequest request) {
        return ~0L;
    }

    @Override
    public SaReply answer(SaRequest request) {
        return request.method() != MadMethod.GET && request.method() != MadMethod.GET_TABLE
                ? SaReply.refused(SaReply.Status.NOT_SUPPORTED)
                : paths(request);
    }

    /**
     * Returns the paths that the components of a request select. Only a table request returns several paths between two
     * ports.
     */
    SaReply paths(SaRequest request) {
        PathRecord wanted = request.record(PathRecord.LAYOUT);
        Ends from = ends(request, SGID, wanted.sgid(), SLID, wanted.slid());
        boolean toGroup = request.has(DGID) && wanted.dgid().isMulticast();
        Ends to = toGroup ? from : targets(request, wanted);
        if (from.status != SaReply.Status.OK || to.status != SaReply.Status.OK) {
            return refusal(request, from.status != SaReply.Status.OK ? from.status : to.status);
        }
        return (long) from.ports.size() * to.ports.size() > MAX_PAIRS
                ? SaReply.refused(SaReply.Status.NO_RESOURCES)
                : find(request);
    }

    /** Returns the response to a request that names no existing port: for a table request, an empty table. */
    private SaReply refusal(SaRequest request, int status) {
        boolean empty = status == SaReply.Status.NO_RECORDS && request.method() == MadMethod.GET_TABLE;
        return empty ? new SaReply(SaReply.Status.OK, openRows(request)) : SaReply.refused(status);
    }

    /** Returns rows to which any path can be offered. */
    SaTable.Rows<PathRecord, PathRecord> openRows(SaRequest request) {
        return new SaTable.Rows<>(this, new Filter(new PathRecord(), 0), request.isTrusted());
    }

    /** Returns the destinations. For a GID of another subnet, that is the router, whose LID the packets have in this subnet. */
    private Ends targets(SaRequest request, PathRecord wanted) {
        SaSubnet.Port router = isOutside(request, wanted.dgid()) ? subnet.router() : null;
        if (router == null) {
            return ends(request, DGID, wanted.dgid(), DLID, wanted.dlid());
        }
        if (!request.has(DLID)) {
            return new Ends(SaReply.Status.OK, List.of(router), 0);
        }
        int lid = wanted.dlid().bits();
        return router.equals(subnet.port(lid))
                ? new Ends(SaReply.Status.OK, List.of(router), lid)
                : Ends.refused(SaReply.Status.NO_RECORDS);
    }

    private boolean isOutside(SaRequest request, Gid to) {
        SaSubnet.Port router = request.has(DGID) ? subnet.router() : null;
        return router != null
                && to.prefix() != Gid.LINK_LOCAL_PREFIX
                && to.prefix() != router.info().gidPrefix();
    }

    private Ends ends(SaRequest request, long gidComponent, Gid gid, long lidComponent, Lid lid) {
        SaSubnet.Port byGid = request.has(gidComponent) ? subnet.port(gid.guid()) : null;
        if (request.has(gidComponent) && (byGid == null || byGid.info().gidPrefix() != gid.prefix())) {
            return Ends.refused(SaReply.Status.INVALID_GID);
        }
        SaSubnet.Port byLid = request.has(lidComponent) ? subnet.port(lid.bits()) : null;
        if (request.has(lidComponent) && (byLid == null || (byGid != null && byGid != byLid))) {
            return Ends.refused(SaReply.Status.NO_RECORDS);
        }
        int oneLid = byLid == null ? 0 : lid.bits();
        if (byGid != null || byLid != null) {
            return new Ends(SaReply.Status.OK, List.of(byGid == null ? byLid : byGid), oneLid);
        }
        List<SaSubnet.Port> all = new ArrayList<>();
        subnet.forEachEndPort(all::add);
        return new Ends(SaReply.Status.OK, all, 0);
    }

    @Override
    void offer(SaRequest request, PathRecord wanted, SaTable.Rows<PathRecord, PathRecord> rows) {
        PathLimits limits = PathLimits.of(wanted, request);
        Ends from = ends(request, SGID, wanted.sgid(), SLID, wanted.slid());
        if (request.has(DGID) && wanted.dgid().isMulticast()) {
            from.ports.forEach(port -> toGroup(port, wanted.dgid(), rows));
            return;
        }
        Ends to = targets(request, wanted);
        int most = request.method() == MadMethod.GET_TABLE ? limits.most() : Math.min(1, limits.most());
        for (SaSubnet.Port source : from.ports) {
            for (SaSubnet.Port target : to.ports) {
                for (PathRecord path : between(source, from.lid, target, to.lid, limits, most)) {
                    if (request.has(DGID)) {
                        path.dgid(wanted.dgid()).hopLimit(isOutside(request, wanted.dgid()) ? MAX_HOP_LIMIT : 0);
                    }
                    if (request.has(SGID)) {
                        path.sgid(wanted.sgid());
                    }
                    rows.offer(path, 0);
                }
                if (rows.isFull()) {
                    return;
                }
            }
        }
    }

    /** Returns the paths between two ports, one for each pair of LIDs. Pairs without a common LID come first. */
    List<PathRecord> between(SaSubnet.Port from, int slid, SaSubnet.Port to, int dlid, PathLimits limits, int most) {
        List<PathRecord> paths = new ArrayList<>();
        int sources = slid != 0 ? 1 : 1 << from.lmc();
        int targets = dlid != 0 ? 1 : 1 << to.lmc();
        for (int i = 0; i < sources * targets && paths.size() < most; i++) {
            // Both counts are powers of two. The pairing is shifted by one each time the smaller range has been passed.
            int shift = i / Math.max(sources, targets);
            int source = (slid != 0 ? slid : from.lid()) + (i + (sources <= targets ? shift : 0)) % sources;
            int target = (dlid != 0 ? dlid : to.lid()) + (i + (sources <= targets ? 0 : shift)) % targets;
            PathRecord path = path(from, source, to, target, limits);
            if (path != null) {
                paths.add(path);
            }
        }
        return paths;
    }

    private @Nullable PathRecord path(SaSubnet.Port from, int slid, SaSubnet.Port to, int dlid, PathLimits limits) {
        PathWalk walk = new PathWalk();
        PathWalk back = new PathWalk();
        if (limits.bothWays() && !back.leads(to, from, slid)) {
            return null;
        }
        int pKey = limits.pKey() == 0 ? FULL_DEFAULT : limits.pKey();
        if (!walk.leads(from, to, dlid) || !from.admits(pKey) || !to.admits(pKey)) {
            return null;
        }
        int mtu = limits.chooseMtu(walk.mtu);
        Rate rate = limits.chooseRate(walk.rate);
        int lifeTime = limits.chooseLifeTime(LIFE_TIME);
        int level = limits.chooseServiceLevel(walk.levels & back.levels & subnet.carriedLevels(from, to));
        if (mtu <= 0 || rate == Rate.UNKNOWN || lifeTime < 0 || level < 0) {
            return null;
        }
        return new PathRecord()
                .dgid(new Gid(to.info().gidPrefix(), to.guid().bits()))
                .sgid(new Gid(from.info().gidPrefix(), from.guid().bits()))
                .dlid(Lid.of(dlid))
                .slid(Lid.of(slid))
                .reversible(1)
                .pKey(pKey)
                .sl(level)
                .mtuSelector(Comparison.EXACTLY)
                .mtu(Mtu.of(mtu))
                .rateSelector(Comparison.EXACTLY)
                .rate(rate)
                .packetLifeTimeSelector(Comparison.EXACTLY)
                .packetLifeTime(lifeTime);
    }

    private void toGroup(SaSubnet.Port from, Gid mgid, SaTable.Rows<PathRecord, PathRecord> rows) {
        MulticastGroup group = groups.find(mgid);
        if (group == null) {
            return;
        }
        rows.offer(
                new PathRecord()
                        .dgid(mgid)
                        .sgid(new Gid(from.info().gidPrefix(), from.guid().bits()))
                        .dlid(Lid.of(group.lid()))
                        .slid(Lid.of(from.lid()))
                        .flowLabel(group.parameters.flowLabel())
                        .hopLimit(group.parameters.hopLimit())
                        .trafficClass(group.parameters.trafficClass())
                        .pKey(group.parameters.pKey())
                        .sl(group.parameters.sl())
                        .mtuSelector(Comparison.EXACTLY)
                        .mtuBits(group.parameters.mtuBits())
                        .rateSelector(Comparison.EXACTLY)
                        .rateBits(group.parameters.rateBits())
                        .packetLifeTimeSelector(Comparison.EXACTLY)
                        .packetLifeTime(group.parameters.packetLifeTime()),
                0);
    }

    @Override
    boolean write(PathRecord path, int number, PathRecord record, byte[] bytes, boolean trusted) {
        path.copyTo(bytes, 0);
        return true;
    }

    /**
     * Follows the forwarding tables from port to port, and determines the MTU, the rate and the service levels of the path.
     */
    static final class PathWalk {
        private static final int MAX_HOPS = 64;
        private static final int NOWHERE = 0xff;

        private final Consumer<SaSubnet.Port> exits;

        /** The MTU of the path, as a code. */
        int mtu;

        Rate rate = Rate.UNKNOWN;

        /** The service levels that the path supports, one bit per level. */
        int levels = SaSubnet.Port.ALL_LEVELS;

        PathWalk() {
            this(exit -> {});
        }

        PathWalk(Consumer<SaSubnet.Port> exits) {
            this.exits = exits;
        }

        /** Returns whether packets to a LID reach one addressable port from another. */
        boolean leads(SaSubnet.Port from, SaSubnet.Port to, int lid) {
            if (from == to) {
                begin(from.info().mtuCapBits(), LinkRate.of(from.info()));
                return true;
            }
            begin(Integer.MAX_VALUE, Rate.UNKNOWN);
            SaSubnet.Port at = from.node().isSwitch() ? from : cross(0, from);
            for (int hop = 0; at != null && hop < MAX_HOPS; hop++) {
                if (at == to || at.managed() == to) {
                    return true;
                }
                at = at.node().isSwitch() ? next(at, lid) : null;
            }
            return false;
        }

        private void begin(int largestMtu, Rate largestRate) {
            mtu = largestMtu;
            rate = largestRate;
            levels = SaSubnet.Port.ALL_LEVELS;
        }

        private SaSubnet.@Nullable Port next(SaSubnet.Port in, int lid) {
            int number = in.node().forward(lid);
            SaSubnet.Port out = number == NOWHERE ? null : in.node().port(number);
            return out == null ? null : cross(in.number(), out);
        }

        private SaSubnet.@Nullable Port cross(int in, SaSubnet.Port out) {
            exits.accept(out);
            levels &= out.carriedLevels(in);
            PortInfo info = out.info();
            mtu = Math.min(mtu, info.neighborMtuBits());
            Rate link = LinkRate.of(info);
            if (rate == Rate.UNKNOWN || LinkRate.gigabits(link) < LinkRate.gigabits(rate)) {
                rate = link;
            }
            return out.peer();
        }
    }
}
