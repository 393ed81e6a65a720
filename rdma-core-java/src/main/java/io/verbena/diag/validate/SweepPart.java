package io.verbena.diag.validate;

import java.util.Locale;

/** The parts of a fabric that checks need in addition to its nodes, ports and links. */
public enum SweepPart {
    /** Linear forwarding tables of switches. */
    UNICAST,
    /** Multicast forwarding tables of switches. */
    MULTICAST,
    /** Tables that map service levels to virtual lanes, and tables of their arbitration. */
    LANES,
    /** Tables of partition keys. */
    PARTITIONS,
    /** States of subnet managers. */
    MANAGERS,
    /** Multicast groups of the subnet administration. */
    GROUPS,
    /** Counters of ports. */
    COUNTERS,
    /** Firmware versions, from vendor-specific attributes. */
    FIRMWARE;

    /** Returns the name in reports and options, such as {@code unicast}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
