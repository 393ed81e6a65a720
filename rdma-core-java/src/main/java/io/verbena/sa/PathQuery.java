package io.verbena.sa;

import io.verbena.error.Ranges;
import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.iba.Rate;
import io.verbena.path.IbPath;
import java.util.OptionalLong;

/**
 * A query for paths by destination and properties (IBA 15.2.5.16). The subnet administration chooses properties that
 * are not set. The source defaults to the end port, and paths are reversible by default.
 *
 * <p>Not thread safe. Requests copy the query.
 */
public final class PathQuery {
    private static final int MAX_PATHS = 127;

    private final PathRecord.Query query = PathRecord.query();

    /** The service ID if the destination is a service. */
    final OptionalLong service;

    private boolean hasSource;

    private PathQuery(OptionalLong service) {
        this.service = service;
        query.reversible(1);
    }

    /** Returns a query for paths to a GID. A link-local GID refers to the subnet of the end port. */
    public static PathQuery to(Gid destination) {
        PathQuery paths = new PathQuery(OptionalLong.empty());
        paths.query.dgid(destination);
        return paths;
    }

    /** Returns a query for paths to the port with this GUID in the subnet of the end port. */
    public static PathQuery to(Guid portGuid) {
        return to(Gid.linkLocal(portGuid));
    }

    /** Returns a query for paths to a LID. */
    public static PathQuery to(Lid destination) {
        PathQuery paths = new PathQuery(OptionalLong.empty());
        paths.query.dlid(destination);
        return paths;
    }

    /** Returns a query for paths to every port, for use with {@link SaClient#paths(PathQuery)}. */
    public static PathQuery toAll() {
        return new PathQuery(OptionalLong.empty());
    }

    /**
     * Returns a query for paths to the destination of a path: its GID, or else its LID. A partition key or service
     * level other than 0 is required.
     */
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

    /** Returns a query for paths to a port that registered a service; see {@link SaClient#register}. */
    public static PathQuery toService(long serviceId) {
        PathQuery paths = new PathQuery(OptionalLong.of(serviceId));
        paths.query.serviceId(serviceId);
        return paths;
    }

    /** Sets the source to a GID. */
    public PathQuery from(Gid source) {
        query.sgid(source);
        hasSource = true;
        return this;
    }

    /** Sets the source to the port with this GUID in the subnet of the end port. */
    public PathQuery from(Guid portGuid) {
        return from(Gid.linkLocal(portGuid));
    }

    /** Sets the source to a LID. */
    public PathQuery from(Lid source) {
        query.slid(source);
        hasSource = true;
        return this;
    }

    /** Sets whether the paths must be reversible (default: true). */
    public PathQuery reversible(boolean needed) {
        query.reversible(needed ? 1 : 0);
        return this;
    }

    /**
     * Limits the number of paths between two ports. Only {@link SaClient#paths(PathQuery)} returns more than one.
     *
     * @param paths maximum number of paths, 1 to 127
     * @throws IllegalArgumentException if the number is out of range
     */
    public PathQuery atMost(int paths) {
        Ranges.check("number of paths", paths, 1, MAX_PATHS);
        query.numbPath(paths);
        return this;
    }

    /** Requires a service level, 0 to 15. */
    public PathQuery sl(int level) {
        query.sl(level);
        return this;
    }

    /** Requires a partition. */
    public PathQuery pKey(int key) {
        query.pKey(key);
        return this;
    }

    /** Requires a QoS class, 12 bits. The query fails if the subnet administration has no support for QoS. */
    public PathQuery qosClass(int qosClass) {
        query.qosClass(qosClass);
        return this;
    }

    /** Requires a traffic class, 8 bits. */
    public PathQuery trafficClass(int trafficClass) {
        query.trafficClass(trafficClass);
        return this;
    }

    /** Requires a flow label, 20 bits. */
    public PathQuery flowLabel(int flowLabel) {
        query.flowLabel(flowLabel);
        return this;
    }

    /** Requires a hop limit, 0 to 255. */
    public PathQuery hopLimit(int hops) {
        query.hopLimit(hops);
        return this;
    }

    /** Requires an MTU. With {@link Comparison#LARGEST}, the value of {@code mtu} is ignored. */
    public PathQuery mtu(Comparison comparison, Mtu mtu) {
        query.mtuSelector(comparison).mtu(mtu);
        return this;
    }

    /** Requires a rate. With {@link Comparison#LARGEST}, the value of {@code rate} is ignored. */
    public PathQuery rate(Comparison comparison, Rate rate) {
        query.rateSelector(comparison).rate(rate);
        return this;
    }

    /**
     * Requires a packet lifetime of 4.096 us * 2^{@code exponent}. {@link Comparison#LARGEST} means the shortest time
     * here, and the exponent is ignored.
     */
    public PathQuery packetLifeTime(Comparison comparison, int exponent) {
        query.packetLifeTimeSelector(comparison).packetLifeTime(exponent);
        return this;
    }

    /** Returns the request from an end port, whose GID is the default source. */
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

    /** Returns the components that are set, such as {@code PathRecord[dgid=fe80::2:c903:0:1491, reversible=1]}. */
    @Override
    public String toString() {
        return query.toString();
    }
}
