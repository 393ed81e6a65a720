package io.verbena.verbs.flow;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A security association: {@code struct ibv_flow_action_esp}. All but the flags count in full offload only.
 *
 * @param securityIndex its index (SPI), 32 bits
 * @param sequence the lower 32 bits of the first sequence number
 * @param padding bytes that hide how long the traffic is (RFC 4303, TFC), 32 bits; 0 for none
 * @param hardLimit after how many packets all others are dropped, 64 bits
 * @param flags what it does
 */
public record EspAssociation(int securityIndex, int sequence, int padding, long hardLimit, Set<EspFlag> flags) {
    /** Copies the flags. */
    public EspAssociation {
        flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
    }

    /** One that begins with sequence number 0, without padding, and ends never. */
    public static EspAssociation of(int securityIndex, EspFlag... flags) {
        return new EspAssociation(securityIndex, 0, 0, -1, Set.of(flags));
    }
}
