package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Gid;
import org.junit.jupiter.api.Test;

class IbSocketAddressTest {
    private static final Gid GID = Gid.parse("fe80::2:c903:0:1491");

    /** The service ID is the one that {@code rdma_getaddrinfo} makes with {@code RAI_FAMILY} and {@code AF_IB}. */
    @Test
    void aPortIsPartOfTheServiceId() {
        IbSocketAddress address = IbSocketAddress.of(GID, PortSpace.TCP, 7471);

        assertThat(address).isEqualTo(new IbSocketAddress(GID, 0xffff, 0x1061d2f, -1));
        assertThat(address).hasSameHashCodeAs(new IbSocketAddress(GID, 0xffff, 0x1061d2f, -1));
        assertThat(address.port()).isEqualTo(7471);
        assertThat(address).hasToString("fe80::2:c903:0:1491 service 0x1061d2f P_Key 0xffff");
        assertThat(IbSocketAddress.of(GID, PortSpace.TCP, 0).serviceIdMask()).isEqualTo(0xffff_ffff_ffff_0000L);
    }

    @Test
    void anAddressWithoutAServiceHasAGidOnly() {
        assertThat(IbSocketAddress.of(GID)).hasToString("fe80::2:c903:0:1491 P_Key 0xffff");
        assertThat(IbSocketAddress.of(GID).gid()).isEqualTo(GID);
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IbSocketAddress(GID, 0x10000, 0, 0))
                .withMessageContaining("P_Key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IbSocketAddress.of(GID, PortSpace.TCP, 65536))
                .withMessageContaining("port");
    }
}
