package io.verbena.verbs.flow;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A security association: {@code struct ibv_flow_action_esp}. Only full offload uses more than the flags.
 *
 * @param securityIndex the security parameters index (SPI), 32 bits
 * @param sequence the lower 32 bits of the first sequence number
 * @param padding the number of bytes that hide the length of the traffic (TFC, RFC 4303), 32 bits; 0 for none
 * @param hardLimit the number of packets after which all others are dropped, 64 bits
 * @param flags the flags of the association
 */
public record EspAssociation(int securityIndex, int sequence, int padding, long hardLimit, Set<EspFlag> flags) {
    /** Copies the flags. */
    public EspAssociation {
        flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
    }

    /** Returns an association that starts with sequence number 0, has no padding, and never ends. */
    public static EspAssociation of(int securityIndex, EspFlag... flags) {
        return new EspAssociation(securityIndex, 0, 0, -1, Set.of(flags));
    }
}
