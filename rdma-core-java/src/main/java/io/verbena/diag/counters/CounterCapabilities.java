package io.verbena.diag.counters;

import io.verbena.iba.ClassPortInfo;

/**
 * What an agent of performance management is able to do (IBA 16.1.2).
 *
 * @param mask the capability mask, 16 bits
 * @param mask2 the second one, 27 bits
 */
public record CounterCapabilities(int mask, int mask2) {
    private static final int ALL_PORT_SELECT = 1 << 8;
    private static final int EXTENDED_WIDTH = 1 << 9;
    private static final int EXTENDED_WIDTH_WITHOUT_IETF = 1 << 10;
    private static final int XMIT_WAIT = 1 << 12;
    private static final int RS_FEC = 1 << 14;
    private static final int MORE_EXTENDED_COUNTERS = 1 << 1;

    static CounterCapabilities of(ClassPortInfo info) {
        return new CounterCapabilities(info.capabilityMask(), info.capabilityMask2());
    }

    /** Whether one request may be about all ports. */
    public boolean selectsAllPorts() {
        return (mask & ALL_PORT_SELECT) != 0;
    }

    /** Whether there are counters of 64 bits. */
    public boolean hasExtendedCounters() {
        return (mask & (EXTENDED_WIDTH | EXTENDED_WIDTH_WITHOUT_IETF)) != 0;
    }

    /** Whether those of 64 bits include packets by how they were addressed. */
    public boolean hasUnicastCounters() {
        return (mask & EXTENDED_WIDTH) != 0;
    }

    /** Whether those of 64 bits include errors. */
    public boolean hasExtendedErrors() {
        return (mask2 & MORE_EXTENDED_COUNTERS) != 0;
    }

    /** Whether PortXmitWait is counted; if not, what stands there is no number. */
    public boolean countsXmitWait() {
        return (mask & XMIT_WAIT) != 0;
    }

    /** Whether errors of lanes come in the form of RS-FEC where that is active. */
    public boolean hasRsFecCounters() {
        return (mask & RS_FEC) != 0;
    }
}
