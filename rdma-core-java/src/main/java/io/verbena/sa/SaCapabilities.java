package io.verbena.sa;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import io.verbena.iba.WireEnum;
import java.util.Set;

/**
 * Capabilities that a subnet administration announces (IBA 15.2.1.1). Immutable. Announcements are not reliable: opensm
 * serves optional records that it does not announce, and announces TraceRecord, which it does not serve.
 *
 * @param first capability mask of its ClassPortInfo
 * @param second second capability mask
 */
public record SaCapabilities(Set<SaCapability> first, Set<SaCapability2> second) {
    /** Copies the sets. */
    public SaCapabilities {
        first = Set.copyOf(first);
        second = Set.copyOf(second);
    }

    static SaCapabilities of(ClassPortInfo info) {
        return new SaCapabilities(
                WireEnum.setOf(SaCapability.class, info.capabilityMask()),
                WireEnum.setOf(SaCapability2.class, info.capabilityMask2()));
    }

    /** Returns whether a capability of either mask is announced. */
    boolean announces(WireEnum capability) {
        return first.contains(capability) || second.contains(capability);
    }

    /** Returns whether a capability is announced. */
    public boolean has(SaCapability capability) {
        return first.contains(capability);
    }

    /** Returns whether a capability of the second mask is announced. */
    public boolean has(SaCapability2 capability) {
        return second.contains(capability);
    }
}
