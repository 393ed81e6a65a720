package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import org.junit.jupiter.api.Test;

/** The capabilities of both masks of ClassPortInfo (IBA 15.2.1.1). */
class SaCapabilitiesTest {
    private final SaCapabilities capabilities = SaCapabilities.of(new ClassPortInfo()
            .capabilityMask(SaCapability.MULTI_PATH.code())
            .capabilityMask2(SaCapability2.QUALITY_OF_SERVICE.code()));

    @Test
    void theFirstMask() {
        assertThat(capabilities.has(SaCapability.MULTI_PATH)).isTrue();
        assertThat(capabilities.has(SaCapability.PORT_INFO_CAPABILITY_MASK_MATCH))
                .isFalse();
    }

    @Test
    void theSecondMask() {
        assertThat(capabilities.has(SaCapability2.QUALITY_OF_SERVICE)).isTrue();
        assertThat(capabilities.has(SaCapability2.REVERSE_PATH_PKEY)).isFalse();
    }

    @Test
    void eachOfBothIsAnnounced() {
        assertThat(capabilities.announces(SaCapability.MULTI_PATH)).isTrue();
        assertThat(capabilities.announces(SaCapability2.QUALITY_OF_SERVICE)).isTrue();
        assertThat(capabilities.announces(SaCapability2.REVERSE_PATH_PKEY)).isFalse();
    }
}
