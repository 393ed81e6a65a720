package io.verbena.hca;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;

/**
 * The way to another port, as a queue pair or an address handle keeps it (IBA 11.2.2.1).
 *
 * @param port the port to leave by, from 1
 * @param dlid the LID of the destination; {@link Lid#NONE} on Ethernet
 * @param serviceLevel 0 to 15
 * @param pathBits the low bits of the own LID
 * @param staticRate the code of the rate that is not to be exceeded, a {@link StaticRate}; 0 for that of the port
 * @param dgid the GID of the destination, {@link Gid#ZERO} where packets have no global route header
 * @param gidIndex where the own GID stands in the table of the port
 * @param flowLabel 20 bits
 * @param hopLimit how many routers it may cross, 0 to 255
 * @param trafficClass 8 bits
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
    private static final int FAR = 64;
    private static final int FIRST_UDP_PORT = 0xc000;
    private static final int UDP_PORT_BITS = 14;

    /** Refuses what the fields cannot hold. */
    public AddressVector {
        require("port", port, 255);
        require("service level", serviceLevel, 15);
        require("path bits", pathBits, 127);
        require("GID index", gidIndex, 255);
        require("flow label", flowLabel, 0xfffff);
        require("hop limit", hopLimit, 255);
        require("traffic class", trafficClass, 255);
    }

    private static void require(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is out of range; it is from 0 to " + most);
        }
    }

    /** To a LID of the same subnet. */
    public static AddressVector to(int port, Lid dlid) {
        return new AddressVector(port, dlid, 0, 0, 0, Gid.ZERO, 0, 0, 0, 0);
    }

    /** To a GID, as on Ethernet, from the own GID at an index. */
    public static AddressVector to(int port, Gid dgid, int gidIndex) {
        return new AddressVector(port, Lid.NONE, 0, 0, 0, dgid, gidIndex, 0, FAR, 0);
    }

    /** The same with another service level, 0 to 15. */
    public AddressVector serviceLevel(int level) {
        return new AddressVector(
                port, dlid, level, pathBits, staticRate, dgid, gidIndex, flowLabel, hopLimit, trafficClass);
    }

    /** The same, where packets do not exceed a rate. */
    public AddressVector staticRate(StaticRate most) {
        return new AddressVector(
                port, dlid, serviceLevel, pathBits, most.code(), dgid, gidIndex, flowLabel, hopLimit, trafficClass);
    }

    /** Whether packets have a global route header. */
    public boolean isGlobal() {
        return !dgid.equals(Gid.ZERO);
    }

    /** The UDP port that RoCE v2 packets with this flow label come from, 0xc000 to 0xffff (IBA annex A17). */
    public int udpSourcePort() {
        int folded = flowLabel ^ (flowLabel >>> UDP_PORT_BITS);
        return FIRST_UDP_PORT | (folded & ((1 << UDP_PORT_BITS) - 1));
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
