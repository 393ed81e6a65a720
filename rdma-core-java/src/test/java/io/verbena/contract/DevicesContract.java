package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.PortAttributes;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The devices of a host; on the net {@code two-node}, as {@code host2} sees it. */
public abstract class DevicesContract extends ProviderContract {
    private static final Guid NODE = Guid.of(0x0008f10400020000L);
    private static final Guid PORT = Guid.of(0x0008f10400020001L);

    /** The promises as this fabric keeps them. */
    protected DevicesContract(TriedFabric fabric) {
        super(fabric);
    }

    @Test
    void theHostHasOneDeviceWithOnePort() {
        assertThat(rdma.devices()).hasToString("[" + device() + "]");
        DeviceAttributes device = rdma.device(device()).attributes();
        assertThat(device.name()).isEqualTo(device());
        assertThat(device.nodeType()).isEqualTo(NodeType.CHANNEL_ADAPTER);
        assertThat(device.nodeGuid()).isEqualTo(NODE);
        assertThat(device.ports()).extracting(PortAttributes::number).containsExactly(1);
    }

    @Test
    void itsPortIsActiveAndManaged() {
        PortAttributes port = rdma.defaultEndPort().attributes();
        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
        assertThat(port.physicalState()).isEqualTo(PortPhysicalState.LINK_UP);
        assertThat(port.lid().isUnicast()).isTrue();
        assertThat(port.smLid().isUnicast()).isTrue();
        assertThat(port.portGuid()).isEqualTo(PORT);
        assertThat(port.defaultGid()).isEqualTo(Gid.linkLocal(PORT));
        assertThat(port.linkLayer()).as("ibsim says IB").isIn("InfiniBand", "IB");
        assertThat(port.pKeys()).startsWith(0xffff);
        assertThat(port.rate()).isPositive();
        assertThat(rdma.defaultEndPort().isActive()).isTrue();
    }

    @Test
    void itsPortHasTheGidOfItsGuid() {
        assertThat(rdma.defaultEndPort().gids())
                .containsExactly(new GidEntry(0, Gid.linkLocal(PORT), GidType.INFINIBAND, ""));
        assertThat(rdma.device(device()).attributes().transport()).isEqualTo(Transport.INFINIBAND);
    }

    @Test
    void aPortIsFoundByEveryNameItHas() {
        EndPort port = rdma.endPort(device(), 1);
        assertThat(port).hasToString(device() + "/1");
        assertThat(rdma.defaultEndPort()).isEqualTo(port);
        assertThat(rdma.endPort(device())).isEqualTo(port);
        assertThat(rdma.endPort(device() + "/1")).isEqualTo(port).hasSameHashCodeAs(port);
        assertThat(rdma.endPort(PORT.toString())).isEqualTo(port);
        assertThat(rdma.endPort(PORT.toHex())).isEqualTo(port);
        assertThat(rdma.endPort(Gid.linkLocal(PORT).toString())).isEqualTo(port);
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() {
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> rdma.device("mlx5_9"))
                .withMessage("no device is called 'mlx5_9'; this host has " + device());
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> rdma.endPort(device() + "/7"))
                .withMessage("device " + device() + " has no port 7; it has port 1");
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> rdma.endPort(device() + "/one"))
                .withMessageContaining("'one' is not a number; write mlx5_0/1");
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> rdma.endPort("0x1234"))
                .withMessage("no port of this host has the GUID 0x1234; this host has " + device());
        assertThatExceptionOfType(NoSuchDeviceException.class)
                .isThrownBy(() -> rdma.endPort("fe80::1234"))
                .withMessage("no port of this host has the GID fe80::1234; this host has " + device());
    }

    @Test
    void aSubnetManagerIsSeenInTheCapabilityMaskAsLongAsItIsThere() {
        EndPort port = rdma.defaultEndPort();
        try (MadTransactor mad = rdma.mad(port)) {
            assertThat(capabilities(mad)).doesNotContain(PortCapability.IS_SM);

            IsSm manager = rdma.subnetManager(port);

            assertThat(capabilities(mad)).contains(PortCapability.IS_SM);
            manager.close();
            manager.close();
            assertThat(capabilities(mad)).doesNotContain(PortCapability.IS_SM);
            try (IsSm again = port.openIsSm()) {
                assertThat(again).isNotSameAs(manager);
                assertThat(capabilities(mad)).contains(PortCapability.IS_SM);
            }
        }
    }

    private static Set<PortCapability> capabilities(MadTransactor mad) {
        return mad.subnGet(PortInfo.class, DirectedPath.self(), 1).capabilityMask();
    }
}
