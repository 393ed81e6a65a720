package io.verbena.path;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PartitionKeys;
import io.verbena.iba.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path by LID or GID, as the subnet administration describes one (IBA 15.2.5.16). Immutable.
 *
 * @param dlid where it leads; {@link Lid#NONE} as long as only the GID is known
 * @param dgid the GID of the destination; {@link Gid#ZERO} where it is not known
 * @param sl the service level, 0 to 15
 * @param pKey the partition key, 0xffff for the default partition
 * @param pathBits the low bits of the LID that it leaves from, 0 to 127
 * @param hopLimit how many routers it may cross, 0 to 255; above 0 packets carry a global route header, which needs the GID
 * @param flowLabel of the global route, 20 bits
 * @param trafficClass of the global route, 8 bits
 * @param packetLifeTime how long a packet may be under way: 4.096 us * 2^n, n from 0 to 63; {@link #UNKNOWN_LIFE_TIME}
 *     where it is not known
 * @param mtu the largest payload of a packet; {@link Mtu#UNKNOWN} where it is not known
 * @param rate the rate of its slowest link; {@link Rate#UNKNOWN} where it is not known
 * @param scope the end port it is meant for, {@code mlx5_0/1}; empty for any
 */
public record IbPath(
        Lid dlid,
        Gid dgid,
        int sl,
        int pKey,
        int pathBits,
        int hopLimit,
        int flowLabel,
        int trafficClass,
        int packetLifeTime,
        Mtu mtu,
        Rate rate,
        String scope)
        implements Path {
    /** The default partition, as a full member. */
    public static final int DEFAULT_PKEY = PartitionKeys.DEFAULT;

    /** Nobody has said how long a packet may be under way. */
    public static final int UNKNOWN_LIFE_TIME = -1;

    /** What stands behind the number of a rate for people, and is not written in a path. */
    static final String RATE_UNIT = " Gbps";

    private static final Pattern SCOPE = Pattern.compile("|[\\w.-]+(?:/[0-9]+)?");

    /** Refuses what the fields on the wire cannot hold, and a scope that could not be read back. */
    public IbPath {
        if (sl < 0 || sl > 15) {
            throw new IllegalArgumentException("sl=" + sl + " is not a service level; they are from 0 to 15");
        }
        if (pKey < 0 || pKey > 0xffff) {
            throw new IllegalArgumentException("pkey=" + pKey + " is not a partition key; they have 16 bits");
        }
        requireRange("bits", pathBits, 0, 127);
        requireRange("hops", hopLimit, 0, 255);
        requireRange("flow", flowLabel, 0, 0xfffff);
        requireRange("class", trafficClass, 0, 255);
        requireRange("life", packetLifeTime, UNKNOWN_LIFE_TIME, 63);
        if (!SCOPE.matcher(scope).matches()) {
            throw new IllegalArgumentException("scope='" + scope + "' is not the name of an end port; write mlx5_0/1");
        }
    }

    private static void requireRange(String name, int value, int from, int upTo) {
        if (value < from || value > upTo) {
            throw new IllegalArgumentException(
                    name + "=" + value + " is out of range; it is from " + Math.max(0, from) + " to " + upTo);
        }
    }

    /** The path to a LID, on service level 0 in the default partition. */
    public static IbPath to(Lid dlid) {
        return new IbPath(
                dlid, Gid.ZERO, 0, DEFAULT_PKEY, 0, 0, 0, 0, UNKNOWN_LIFE_TIME, Mtu.UNKNOWN, Rate.UNKNOWN, "");
    }

    /** The path to a GID; the LID is still to be resolved. */
    public static IbPath to(Gid dgid) {
        return to(Lid.NONE).withDgid(dgid);
    }

    /** The path to the port with this GUID in the subnet of whoever uses it. */
    public static IbPath to(Guid portGuid) {
        return to(Gid.linkLocal(portGuid));
    }

    /** Whether the LID is known, so that a packet can be sent. */
    public boolean isResolved() {
        return !dlid.equals(Lid.NONE);
    }

    /** This path if there is no hop to go on by, else the combined route from its LID. */
    @Override
    public Path then(DirectedPath onward) {
        if (!isResolved()) {
            throw new IllegalArgumentException(this + " has no LID yet, from which a directed route could go on");
        }
        return onward.hops() == 0 ? this : new CombinedPath(dlid, onward);
    }

    /** The same path to this LID. */
    public IbPath withDlid(Lid lid) {
        return new IbPath(
                lid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** The same path to this GID. */
    public IbPath withDgid(Gid gid) {
        return new IbPath(
                dlid, gid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** The same path on this service level. */
    public IbPath withSl(int level) {
        return new IbPath(
                dlid, dgid, level, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** The same path in this partition. */
    public IbPath withPKey(int key) {
        return new IbPath(
                dlid, dgid, sl, key, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** The same path from another of the LIDs of the end port. */
    public IbPath withPathBits(int bits) {
        return new IbPath(
                dlid, dgid, sl, pKey, bits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** The same path with a global route header. */
    public IbPath withGlobalRoute(int limit, int label, int priority) {
        return new IbPath(dlid, dgid, sl, pKey, pathBits, limit, label, priority, packetLifeTime, mtu, rate, scope);
    }

    /** The same path, whose packets may be under way for 4.096 us * 2^{@code exponent}. */
    public IbPath withPacketLifeTime(int exponent) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, exponent, mtu, rate, scope);
    }

    /** The same path for packets of this payload. */
    public IbPath withMtu(Mtu payload) {
        return new IbPath(
                dlid,
                dgid,
                sl,
                pKey,
                pathBits,
                hopLimit,
                flowLabel,
                trafficClass,
                packetLifeTime,
                payload,
                rate,
                scope);
    }

    /** The same path at this rate. */
    public IbPath withRate(Rate slowest) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, slowest, scope);
    }

    /** The same path for one end port. */
    public IbPath withScope(String endPort) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, endPort);
    }

    /** What is not as usual, {@code IbPath[dlid=4, sl=2]}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        add(parts, isResolved(), "dlid", dlid);
        add(parts, !dgid.equals(Gid.ZERO), "dgid", dgid);
        add(parts, sl != 0, "sl", sl);
        add(parts, pKey != DEFAULT_PKEY, "pkey", String.format("0x%04x", pKey));
        add(parts, pathBits != 0, "bits", pathBits);
        add(parts, hopLimit != 0, "hops", hopLimit);
        add(parts, flowLabel != 0, "flow", String.format("0x%05x", flowLabel));
        add(parts, trafficClass != 0, "class", trafficClass);
        add(parts, packetLifeTime != UNKNOWN_LIFE_TIME, "life", packetLifeTime);
        add(parts, mtu != Mtu.UNKNOWN, "mtu", mtu.text());
        add(parts, rate != Rate.UNKNOWN, "rate", rate.text().replace(RATE_UNIT, ""));
        add(parts, !scope.isEmpty(), "scope", scope);
        return "IbPath" + parts;
    }

    private static void add(List<String> parts, boolean wanted, String name, Object value) {
        if (wanted) {
            parts.add(name + "=" + value);
        }
    }
}
