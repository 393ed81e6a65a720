package io.verbena.hca;

import io.verbena.error.Ranges;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;

/**
 * The address of a remote port, as queue pairs and address handles use it (IBA 11.2.2.1; {@code struct ibv_ah_attr}).
 *
 * @param port the local port, from 1
 * @param dlid the LID of the destination; {@link Lid#NONE} on Ethernet
 * @param serviceLevel the service level, 0 to 15
 * @param pathBits the path bits, the low bits of the source LID
 * @param staticRate the code of the maximum {@link StaticRate}; 0 for the rate of the port
 * @param dgid the GID of the destination; {@link Gid#ZERO} if packets have no global route header
 * @param gidIndex the index of the source GID in the table of the port
 * @param flowLabel the flow label, 20 bits
 * @param hopLimit the hop limit, 0 to 255
 * @param trafficClass the traffic class, 8 bits
 */
public record AddressVector(
        int port,
        Lid dlid,
        int serviceLevel,
        int pathBits,
        int staticRate,
        Gid dgid,
        int gidIndex,
        int flowLabel,
        int hopLimit,
        int trafficClass) {
    private static final int DEFAULT_HOP_LIMIT = 64;
    private static final int FIRST_UDP_PORT = 0xc000;
    private static final int UDP_PORT_BITS = 14;

    /** Refuses values that are out of range. */
    public AddressVector {
        Ranges.check("port", port, 0, 255);
        Ranges.check("service level", serviceLevel, 0, 15);
        Ranges.check("path bits", pathBits, 0, 127);
        Ranges.check("GID index", gidIndex, 0, 255);
        Ranges.check("flow label", flowLabel, 0, 0xfffff);
        Ranges.check("hop limit", hopLimit, 0, 255);
        Ranges.check("traffic class", trafficClass, 0, 255);
    }

    /** Returns the address of a LID in the same subnet. */
    public static AddressVector to(int port, Lid dlid) {
        return new AddressVector(port, dlid, 0, 0, 0, Gid.ZERO, 0, 0, 0, 0);
    }

    /** Returns the address of a GID, as required on Ethernet, with the index of the source GID. */
    public static AddressVector to(int port, Gid dgid, int gidIndex) {
        return to(port, Lid.NONE, dgid, gidIndex);
    }

    /** Returns the address of a GID on InfiniBand, with the LID of the port or of the router to it, and the index of the source GID. */
    public static AddressVector to(int port, Lid dlid, Gid dgid, int gidIndex) {
        return new AddressVector(port, dlid, 0, 0, 0, dgid, gidIndex, 0, DEFAULT_HOP_LIMIT, 0);
    }

    /** Returns a copy with another service level, 0 to 15. */
    public AddressVector serviceLevel(int level) {
        return new AddressVector(
                port, dlid, level, pathBits, staticRate, dgid, gidIndex, flowLabel, hopLimit, trafficClass);
    }

    /** Returns a copy with a maximum rate. */
    public AddressVector staticRate(StaticRate maxRate) {
        return new AddressVector(
                port, dlid, serviceLevel, pathBits, maxRate.code(), dgid, gidIndex, flowLabel, hopLimit, trafficClass);
    }

    /** Returns whether packets have a global route header. */
    public boolean isGlobal() {
        return !dgid.equals(Gid.ZERO);
    }

    /** Returns the UDP source port of RoCE v2 packets with this flow label, 0xc000 to 0xffff (IBA annex A17). */
    public int udpSourcePort() {
        int folded = flowLabel ^ (flowLabel >>> UDP_PORT_BITS);
        return FIRST_UDP_PORT | (folded & ((1 << UDP_PORT_BITS) - 1));
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
