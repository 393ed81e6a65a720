package io.verbena.path;

import io.verbena.error.Ranges;
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
 * A path to a LID or GID, as described by the subnet administration (IBA 15.2.5.16). Immutable.
 *
 * @param dlid LID of the destination; {@link Lid#NONE} until it is resolved
 * @param dgid GID of the destination; {@link Gid#ZERO} if it is unknown
 * @param sl service level, 0 to 15
 * @param pKey partition key; 0xffff for the default partition
 * @param pathBits low bits of the source LID, 0 to 127
 * @param hopLimit maximum number of routers, 0 to 255; if it is not 0, packets carry a global route header, which needs
 *     the GID
 * @param flowLabel flow label of the global route, 20 bits
 * @param trafficClass traffic class of the global route, 8 bits
 * @param packetLifeTime maximum time in transit, 4.096 us * 2^n with n from 0 to 63; {@link #UNKNOWN_LIFE_TIME} if
 *     unknown
 * @param mtu maximum payload of a packet; {@link Mtu#UNKNOWN} if unknown
 * @param rate rate of the slowest link; {@link Rate#UNKNOWN} if unknown
 * @param scope end port from which the path starts, {@code mlx5_0/1}; empty for any
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
    /** The default partition with full membership. */
    public static final int DEFAULT_PKEY = PartitionKeys.DEFAULT;

    /** Packet lifetime of a path that does not specify it. */
    public static final int UNKNOWN_LIFE_TIME = -1;

    /** Unit of a rate in texts; the text of a path omits it. */
    static final String RATE_UNIT = " Gbps";

    private static final Pattern SCOPE = Pattern.compile("|[\\w.-]+(?:/[0-9]+)?");

    /**
     * Creates a path.
     *
     * @throws IllegalArgumentException if a value exceeds its field, or the scope cannot be part of a path's text
     */
    public IbPath {
        Ranges.check("sl", sl, 0, 15);
        Ranges.check("pkey", pKey, 0, 0xffff);
        Ranges.check("bits", pathBits, 0, 127);
        Ranges.check("hops", hopLimit, 0, 255);
        Ranges.check("flow", flowLabel, 0, 0xfffff);
        Ranges.check("class", trafficClass, 0, 255);
        Ranges.check("life", packetLifeTime, UNKNOWN_LIFE_TIME, 63);
        if (!SCOPE.matcher(scope).matches()) {
            throw new IllegalArgumentException("scope='" + scope + "' is not the name of an end port; write mlx5_0/1");
        }
    }

    /** Returns the path to a LID, with service level 0 and the default partition. */
    public static IbPath to(Lid dlid) {
        return new IbPath(
                dlid, Gid.ZERO, 0, DEFAULT_PKEY, 0, 0, 0, 0, UNKNOWN_LIFE_TIME, Mtu.UNKNOWN, Rate.UNKNOWN, "");
    }

    /** Returns the path to a GID, whose LID must be resolved. */
    public static IbPath to(Gid dgid) {
        return to(Lid.NONE).withDgid(dgid);
    }

    /** Returns the path to the port with this GUID in the subnet of the end port. */
    public static IbPath to(Guid portGuid) {
        return to(Gid.linkLocal(portGuid));
    }

    /** Returns whether the LID is known. */
    public boolean isResolved() {
        return !dlid.equals(Lid.NONE);
    }

    /** Returns this path if {@code onward} has no hop, else the combined route from its LID. */
    @Override
    public Path then(DirectedPath onward) {
        if (!isResolved()) {
            throw new IllegalArgumentException(this + " has no LID, so a directed route cannot start from it");
        }
        return onward.hops() == 0 ? this : new CombinedPath(dlid, onward);
    }

    /** Returns a copy of this path to another LID. */
    public IbPath withDlid(Lid lid) {
        return new IbPath(
                lid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** Returns a copy of this path to another GID. */
    public IbPath withDgid(Gid gid) {
        return new IbPath(
                dlid, gid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** Returns a copy of this path with another service level. */
    public IbPath withSl(int level) {
        return new IbPath(
                dlid, dgid, level, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** Returns a copy of this path in another partition. */
    public IbPath withPKey(int key) {
        return new IbPath(
                dlid, dgid, sl, key, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** Returns a copy of this path from another LID of the end port. */
    public IbPath withPathBits(int bits) {
        return new IbPath(
                dlid, dgid, sl, pKey, bits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, scope);
    }

    /** Returns a copy of this path with a global route header. */
    public IbPath withGlobalRoute(int limit, int label, int priority) {
        return new IbPath(dlid, dgid, sl, pKey, pathBits, limit, label, priority, packetLifeTime, mtu, rate, scope);
    }

    /** Returns a copy of this path with a packet lifetime of 4.096 us * 2^{@code exponent}. */
    public IbPath withPacketLifeTime(int exponent) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, exponent, mtu, rate, scope);
    }

    /** Returns a copy of this path with another MTU. */
    public IbPath withMtu(Mtu other) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, other, rate, scope);
    }

    /** Returns a copy of this path with another rate. */
    public IbPath withRate(Rate slowest) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, slowest, scope);
    }

    /** Returns a copy of this path for one end port. */
    public IbPath withScope(String endPort) {
        return new IbPath(
                dlid, dgid, sl, pKey, pathBits, hopLimit, flowLabel, trafficClass, packetLifeTime, mtu, rate, endPort);
    }

    /** Returns the components that differ from the defaults, {@code IbPath[dlid=4, sl=2]}. */
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
