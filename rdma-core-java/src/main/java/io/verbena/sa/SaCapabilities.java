package io.verbena.sa;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import io.verbena.iba.WireEnum;
import java.util.Set;

/**
 * What a subnet administration says of itself that it is able to do (IBA 15.2.1.1). Immutable. It may answer what it does not
 * announce, as opensm does with the optional records, and not answer what it announces, as opensm does with TraceRecord.
 *
 * @param first what the capability mask of its ClassPortInfo tells
 * @param second what the second mask tells
 */
public record SaCapabilities(Set<SaCapability> first, Set<SaCapability2> second) {
    /** Takes copies. */
    public SaCapabilities {
        first = Set.copyOf(first);
        second = Set.copyOf(second);
    }

    static SaCapabilities of(ClassPortInfo info) {
        return new SaCapabilities(
                WireEnum.setOf(SaCapability.class, info.capabilityMask()),
                WireEnum.setOf(SaCapability2.class, info.capabilityMask2()));
    }

    /** Whether it announces this. */
    public boolean has(SaCapability capability) {
        return first.contains(capability);
    }

    /** Whether it announces this. */
    public boolean has(SaCapability2 capability) {
        return second.contains(capability);
    }
}
