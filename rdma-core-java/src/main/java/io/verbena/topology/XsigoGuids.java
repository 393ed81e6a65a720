package io.verbena.topology;

import io.verbena.iba.Guid;

/** GUIDs of Xsigo systems: byte 3 is the type of the node, byte 4 the position of a switch. */
public final class XsigoGuids {
    private static final long VENDOR = 0x001397;
    private static final long SWITCH = 0x00139701;
    private static final long SERVER = 0x00139702;
    private static final long CARD = 0x00139703;
    private static final long FIRST_LEAF = 0x0013970102L;

    private XsigoGuids() {}

    /** Returns whether a GUID belongs to a Xsigo system. */
    public static boolean isXsigo(Guid guid) {
        return guid.bits() >>> 40 == VENDOR;
    }

    /** Returns whether a GUID belongs to a switch. */
    public static boolean isSwitch(Guid guid) {
        return guid.bits() >>> 32 == SWITCH;
    }

    /** Returns whether a GUID belongs to the channel adapter of a server. */
    public static boolean isServer(Guid guid) {
        return guid.bits() >>> 32 == SERVER;
    }

    /** Returns whether a GUID belongs to the channel adapter of an I/O card. */
    public static boolean isCard(Guid guid) {
        return guid.bits() >>> 32 == CARD;
    }

    /** Returns whether a GUID belongs to the first leaf switch of a chassis. */
    public static boolean isFirstLeaf(Guid guid) {
        return guid.bits() >>> 24 == FIRST_LEAF;
    }
}
