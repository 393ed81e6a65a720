package io.verbena.topology;

import io.verbena.iba.Guid;

/** What the GUIDs of Xsigo systems tell: byte 3 is the kind of node, byte 4 of a switch where it is. */
public final class XsigoGuids {
    private static final long VENDOR = 0x001397;
    private static final long SWITCH = 0x00139701;
    private static final long SERVER = 0x00139702;
    private static final long CARD = 0x00139703;
    private static final long FIRST_LEAF = 0x0013970102L;

    private XsigoGuids() {}

    /** Whether it is a GUID of Xsigo. */
    public static boolean isXsigo(Guid guid) {
        return guid.bits() >>> 40 == VENDOR;
    }

    /** Whether it is that of a switch. */
    public static boolean isSwitch(Guid guid) {
        return guid.bits() >>> 32 == SWITCH;
    }

    /** Whether it is that of the channel adapter of a server. */
    public static boolean isServer(Guid guid) {
        return guid.bits() >>> 32 == SERVER;
    }

    /** Whether it is that of the channel adapter of a card for input and output. */
    public static boolean isCard(Guid guid) {
        return guid.bits() >>> 32 == CARD;
    }

    /** Whether it is that of the first leaf switch of a chassis. */
    public static boolean isFirstLeaf(Guid guid) {
        return guid.bits() >>> 24 == FIRST_LEAF;
    }
}
