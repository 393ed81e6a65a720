package io.verbena.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.RdmaException;
import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which ports of a host belong together. */
class DevicesTest {
    private static final long NONE = 0;
    private static final long NO_SUBNET_MANAGEMENT = PortCapability.IS_SM_DISABLED.code();

    private final Host host = new Host();
    private final Devices devices = new Devices(host);

    private ManagementPorts portsOf(String name) {
        return devices.managementPorts(devices.endPort(name));
    }

    @Test
    void aPortOfAUsualDeviceIsManagedByItself() {
        host.add("mlx5_0", 0x10, NONE, PortState.ACTIVE);
        host.add("mlx5_1", 0x20, NONE, PortState.ACTIVE);

        EndPort port = devices.endPort("mlx5_1/1");
        assertThat(portsOf("mlx5_1/1")).isEqualTo(new ManagementPorts(port, port));
    }

    @Test
    void thePlanesOfAPortAreTheDevicesWithItsGuid() {
        host.add("mlx5_0", 0x10, NO_SUBNET_MANAGEMENT, PortState.ACTIVE);
        host.add("mlx5_1", 0x20, NONE, PortState.ACTIVE);
        host.add("smi1", 0x10, NONE, PortState.ACTIVE);

        ManagementPorts ports = new ManagementPorts(devices.endPort("smi1/1"), devices.endPort("mlx5_0/1"));
        assertThat(portsOf("mlx5_0/1")).isEqualTo(ports);
        assertThat(portsOf("smi1/1")).isEqualTo(ports);
    }

    @Test
    void aPlaneThatIsActiveIsTakenBeforeOneThatIsNot() {
        host.add("mlx5_0", 0x10, NO_SUBNET_MANAGEMENT, PortState.ACTIVE);
        host.add("smi1", 0x10, NONE, PortState.DOWN);
        host.add("smi1", 0x10, NONE, PortState.ACTIVE);

        assertThat(portsOf("mlx5_0/1").subnetManagement().name()).isEqualTo("smi1/2");
        assertThat(portsOf("smi1/1").subnetManagement().name())
                .as("what was asked for")
                .isEqualTo("smi1/1");
    }

    @Test
    void aPortWhosePlanesAreNotThereIsManagedByItself() {
        host.add("mlx5_0", 0x10, NO_SUBNET_MANAGEMENT, PortState.ACTIVE);

        EndPort port = devices.endPort("mlx5_0/1");
        assertThat(portsOf("mlx5_0/1")).isEqualTo(new ManagementPorts(port, port));
    }

    @Test
    void portsOfEthernetAndThoseWithoutAGuidBelongToNobody() {
        host.add("mlx5_0", 0x10, NO_SUBNET_MANAGEMENT, PortState.ACTIVE);
        host.add("rxe0", 0x10, NONE, PortState.ACTIVE, "Ethernet");
        host.add("mlx5_1", 0, NO_SUBNET_MANAGEMENT, PortState.ACTIVE);
        host.add("mlx5_2", 0, NONE, PortState.ACTIVE);

        assertThat(portsOf("mlx5_0/1").subnetManagement().name()).isEqualTo("mlx5_0/1");
        assertThat(portsOf("rxe0/1").generalServices().name()).isEqualTo("rxe0/1");
        assertThat(portsOf("mlx5_1/1").subnetManagement().name()).isEqualTo("mlx5_1/1");
    }

    /** A host whose devices are made here. */
    private static final class Host implements RdmaDriver {
        private final Map<String, List<PortAttributes>> ports = new LinkedHashMap<>();

        void add(String device, long portGuid, long capabilities, PortState state) {
            add(device, portGuid, capabilities, state, "InfiniBand");
        }

        /** The next port of a device. */
        void add(String device, long portGuid, long capabilities, PortState state, String linkLayer) {
            List<PortAttributes> known = ports.computeIfAbsent(device, first -> new ArrayList<>());
            known.add(new PortAttributes(
                    known.size() + 1,
                    state,
                    PortPhysicalState.LINK_UP,
                    800,
                    "800 Gb/sec (4X XDR)",
                    Lid.of(1),
                    0,
                    Lid.of(9),
                    0,
                    capabilities,
                    0,
                    Guid.of(portGuid),
                    linkLayer,
                    List.of(0xffff)));
        }

        @Override
        public List<String> deviceNames() {
            return List.copyOf(ports.keySet());
        }

        @Override
        public DeviceAttributes device(String name) {
            return new DeviceAttributes(
                    name,
                    NodeType.CHANNEL_ADAPTER,
                    Transport.INFINIBAND,
                    "made",
                    "1",
                    "1",
                    Guid.of(1),
                    Guid.of(1),
                    ports.getOrDefault(name, List.of()));
        }

        @Override
        public List<GidEntry> gids(String device, int port) {
            throw new RdmaException("the test does not expect this call");
        }

        @Override
        public MadChannel openMadChannel(String device, int port) {
            throw new RdmaException("the test does not expect this call");
        }

        @Override
        public IsSm openIsSm(String device, int port) {
            throw new RdmaException("the test does not expect this call");
        }

        @Override
        public void close() {}
    }
}
