package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.SysException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An iWARP device of a real kernel, for which there is no /dev/infiniband/umad: siw0 on veth2. */
@Tag("siw")
@Timeout(180)
class DevicesSiwTest {
    private final Rdma rdma = Rdma.open();

    @AfterEach
    void close() {
        rdma.close();
    }

    @Test
    void aDeviceIsNoNodeOfInfiniBand() {
        DeviceAttributes device = rdma.device("siw0").attributes();
        assertThat(device.nodeType()).isEqualTo(NodeType.UNKNOWN);
        assertThat(device.transport()).isEqualTo(Transport.IWARP);
        assertThat(device.isManaged()).isFalse();
        assertThat(device.nodeGuid().bits()).isNotZero();
        assertThat(device.firmwareVersion()).isEmpty();
        assertThat(device.ports()).extracting(PortAttributes::number).containsExactly(1);
    }

    @Test
    void itsPortIsActiveAndHasNoPartitions() {
        PortAttributes port = rdma.endPort("siw0").attributes();
        assertThat(port.linkLayer()).isEqualTo("Ethernet");
        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
        assertThat(port.lid()).isEqualTo(Lid.NONE);
        assertThat(port.rate()).isPositive();
        assertThat(port.pKeys()).isEmpty();
    }

    @Test
    void itsOnlyGidIsAName() {
        PortAttributes port = rdma.endPort("siw0").attributes();
        assertThat(rdma.endPort("siw0").gids()).singleElement().satisfies(entry -> {
            assertThat(entry.index()).isZero();
            assertThat(entry.gid()).isEqualTo(port.defaultGid());
            assertThat(entry.type()).isEqualTo(GidType.INFINIBAND);
            assertThat(entry.networkInterface()).isEqualTo("veth2");
        });
    }

    @Test
    void itCarriesNoManagementDatagrams() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> rdma.endPort("siw0").openMadChannel().close())
                .withMessageContaining("siw0/1")
                .withMessageContaining("such as iWARP, have no management datagrams");
    }
}
