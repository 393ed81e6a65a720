package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.PortAttributes;
import io.verbena.verbs.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A RoCE device of a real kernel: rxe0 on veth0, which has the address 10.77.0.1. */
@Tag("rxe")
@Timeout(180)
class DevicesRxeTest {
    private static final Gid IPV4 = Gid.parse("::ffff:10.77.0.1");

    private final Rdma rdma = Rdma.open();

    @AfterEach
    void close() {
        rdma.close();
    }

    @Test
    void theHostHasDevicesWithManagementAndBehindThemThoseWithout() {
        assertThat(rdma.devices().toString()).isIn("[rxe0, rxe1, siw0, siw1]", "[rxe1, rxe0, siw0, siw1]");
        assertThat(rdma.defaultEndPort()).hasToString(rdma.devices().get(0) + "/1");
    }

    @Test
    void aDeviceIsAChannelAdapterWithoutAModel() {
        DeviceAttributes device = rdma.device("rxe0").attributes();
        assertThat(device.nodeType()).isEqualTo(NodeType.CHANNEL_ADAPTER);
        assertThat(device.transport()).isEqualTo(Transport.INFINIBAND);
        assertThat(device.nodeGuid().bits()).isNotZero();
        assertThat(device.hardwareType()).isEmpty();
        assertThat(device.ports()).extracting(PortAttributes::number).containsExactly(1);
    }

    @Test
    void theClockOfAnOpenDeviceRunsAsThatOfTheSystem() throws InterruptedException {
        try (Context context = rdma.verbs("rxe0")) {
            long start = context.nanoTime();
            long systemStart = System.nanoTime();
            Thread.sleep(500);
            long elapsed = context.nanoTime() - start;
            long systemElapsed = System.nanoTime() - systemStart;

            assertThat(elapsed).isCloseTo(systemElapsed, withinPercentage(10));
        }
    }

    @Test
    void itsPortIsActiveOnEthernetWithoutALid() {
        PortAttributes port = rdma.endPort("rxe0").attributes();
        assertThat(port.linkLayer()).isEqualTo("Ethernet");
        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
        assertThat(port.physicalState()).isEqualTo(PortPhysicalState.LINK_UP);
        assertThat(port.lid()).isEqualTo(Lid.NONE);
        assertThat(port.smLid()).isEqualTo(Lid.NONE);
        assertThat(port.rate()).isPositive();
        assertThat(port.pKeys()).containsExactly(0xffff);
    }

    @Test
    void itsGidsAreTheAddressesOfItsInterface() {
        EndPort port = rdma.endPort("rxe0");
        Gid linkLocal = port.attributes().defaultGid();
        assertThat(linkLocal.prefix()).isEqualTo(0xfe80L << 48);

        assertThat(port.gids())
                .containsExactly(
                        new GidEntry(0, linkLocal, GidType.ROCE_V2, "veth0"),
                        new GidEntry(1, IPV4, GidType.ROCE_V2, "veth0"));
    }

    @Test
    void aPortIsFoundByEachOfItsGids() {
        EndPort other = rdma.endPort("rxe1");
        for (GidEntry entry : other.gids()) {
            assertThat(rdma.endPort(entry.gid().toString())).isEqualTo(other);
        }
        assertThat(rdma.endPort("::ffff:10.77.0.1")).hasToString("rxe0/1");
    }

    @Test
    void aPortOnEthernetHasNoSubnetManagement() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> rdma.subnetManager(rdma.endPort("rxe0")))
                .withMessageContaining("its link layer is Ethernet");
    }
}
