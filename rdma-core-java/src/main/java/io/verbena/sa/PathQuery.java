package io.verbena.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PathRecordQuery;
import io.verbena.iba.Rate;
import io.verbena.path.IbPath;
import java.util.OptionalLong;

/**
 * Asks for paths by where they lead and what they must be able to do (IBA 15.2.5.16). What is not set, the subnet
 * administration chooses; a source that is not set is the end port, and a path is reversible unless it need not be.
 *
 * <p>Used by one thread at a time; whoever sends it takes a copy.
 */
public final class PathQuery {
    private static final int MOST_PATHS = 127;

    private final PathRecordQuery query = PathRecord.query();
    private final OptionalLong service;
    private boolean hasSource;

    private PathQuery(OptionalLong service) {
        this.service = service;
        query.reversible(1);
    }

    /** Paths to a GID; a link-local one is taken to be in the subnet of the end port. */
    public static PathQuery to(Gid destination) {
        PathQuery paths = new PathQuery(OptionalLong.empty());
        paths.query.dgid(destination);
        return paths;
    }

    /** Paths to the port with this GUID in the subnet of the end port. */
    public static PathQuery to(Guid portGuid) {
        return to(Gid.linkLocal(portGuid));
    }

    /** Paths to a LID. */
    public static PathQuery to(Lid destination) {
        PathQuery paths = new PathQuery(OptionalLong.empty());
        paths.query.dlid(destination);
        return paths;
    }

    /** Paths to every port; only a table has all of them. */
    public static PathQuery toAll() {
        return new PathQuery(OptionalLong.empty());
    }

    /** Paths to where a path leads, by its GID if it has one, in its partition and on its service level if they are not 0. */
    public static PathQuery to(IbPath path) {
        PathQuery paths = path.dgid().equals(Gid.ZERO) ? to(path.dlid()) : to(path.dgid());
        if (path.pKey() != IbPath.DEFAULT_PKEY) {
            paths.pKey(path.pKey());
        }
        if (path.sl() != 0) {
            paths.sl(path.sl());
        }
        return paths;
    }

    /** Paths to a port that has registered a service; see {@link SaClient#register}. */
    public static PathQuery toService(long serviceId) {
        PathQuery paths = new PathQuery(OptionalLong.of(serviceId));
        paths.query.serviceId(serviceId);
        return paths;
    }

    /** Paths from a GID. */
    public PathQuery from(Gid source) {
        query.sgid(source);
        hasSource = true;
        return this;
    }

    /** Paths from the port with this GUID in the subnet of the end port. */
    public PathQuery from(Guid portGuid) {
        return from(Gid.linkLocal(portGuid));
    }

    /** Paths from a LID. */
    public PathQuery from(Lid source) {
        query.slid(source);
        hasSource = true;
        return this;
    }

    /** Whether the answers must be able to take the same way back; true unless this is called. */
    public PathQuery reversible(boolean needed) {
        query.reversible(needed ? 1 : 0);
        return this;
    }

    /**
     * How many paths between two ports are wanted at the most, 1 to 127; only a table has more than one.
     *
     * @throws IllegalArgumentException if it is another number
     */
    public PathQuery atMost(int paths) {
        if (paths < 1 || paths > MOST_PATHS) {
            throw new IllegalArgumentException(paths + " paths cannot be asked for; give 1 to " + MOST_PATHS);
        }
        query.numbPath(paths);
        return this;
    }

    /** Paths on this service level, 0 to 15. */
    public PathQuery sl(int level) {
        query.sl(level);
        return this;
    }

    /** Paths in this partition. */
    public PathQuery pKey(int key) {
        query.pKey(key);
        return this;
    }

    /** Paths of this class of service, 12 bits; a subnet administration without quality of service is not asked for them. */
    public PathQuery qosClass(int qosClass) {
        query.qosClass(qosClass);
        return this;
    }

    /** Paths with this traffic class, 8 bits. */
    public PathQuery trafficClass(int trafficClass) {
        query.trafficClass(trafficClass);
        return this;
    }

    /** Paths with this flow label, 20 bits. */
    public PathQuery flowLabel(int flowLabel) {
        query.flowLabel(flowLabel);
        return this;
    }

    /** Paths with this hop limit, 0 to 255. */
    public PathQuery hopLimit(int hops) {
        query.hopLimit(hops);
        return this;
    }

    /** Paths whose packets may be so long, or longer, or shorter; with {@link Comparison#LARGEST} the size does not count. */
    public PathQuery mtu(Comparison comparison, Mtu mtu) {
        query.mtuSelector(comparison).mtu(mtu);
        return this;
    }

    /** Paths that are so fast, or faster, or slower; with {@link Comparison#LARGEST} the rate does not count. */
    public PathQuery rate(Comparison comparison, Rate rate) {
        query.rateSelector(comparison).rate(rate);
        return this;
    }

    /**
     * Paths that a packet takes 4.096 us * 2^{@code exponent} to pass at the most, or more, or less; with {@link
     * Comparison#LARGEST}, which means the shortest time here, the exponent does not count.
     */
    public PathQuery packetLifeTime(Comparison comparison, int exponent) {
        query.packetLifeTimeSelector(comparison).packetLifeTime(exponent);
        return this;
    }

    /** The service to which the paths lead, whose port is still to be found. */
    OptionalLong service() {
        return service;
    }

    /** What is to be sent from an end port: with its GID for a source that is not set. */
    PathRequest from(LocalPort port) {
        PathRecord template = query.template();
        long mask = query.componentMask();
        if (!hasSource) {
            template.sgid(port.gid());
            mask |= PathRecord.LAYOUT.componentMask("sgid");
        }
        return new PathRequest(
                template.dgid(port.inSubnet(template.dgid())).sgid(port.inSubnet(template.sgid())), mask, toString());
    }

    /** What is asked for, {@code PathRecord[dgid=fe80::2:c903:0:1491, reversible=1]}. */
    @Override
    public String toString() {
        return query.toString();
    }
}
