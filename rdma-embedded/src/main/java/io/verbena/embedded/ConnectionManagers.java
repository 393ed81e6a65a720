package io.verbena.embedded;

import io.verbena.embedded.cm.CmDatagram;
import io.verbena.embedded.cm.CmHost;
import io.verbena.embedded.cm.CmNetwork;
import io.verbena.embedded.cm.CmPort;
import io.verbena.embedded.cm.IpAddresses;
import io.verbena.embedded.cm.UdpNetwork;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Gid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeType;
import io.verbena.sm.sa.SubnetAdministrator;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection managers of all hosts of a fabric. All of them start when the first is opened; from then on, each
 * rejects requests for services that have no listener.
 */
final class ConnectionManagers implements CmNetwork, FabricPort.Observer {
    private final Fabric fabric;
    private final Map<FabricNode, CmHost> hosts = new HashMap<>();
    private final Map<FabricPort, Runnable> registrations = new HashMap<>();
    private final UdpNetwork udp = new UdpNetwork();

    ConnectionManagers(Fabric fabric) {
        this.fabric = fabric;
        fabric.observe(this);
    }

    CmHost of(FabricNode host) {
        return fabric.timeline.get(() -> {
            if (hosts.isEmpty()) {
                fabric.nodes.stream()
                        .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                        .forEach(node -> hosts.put(node, begin(node)));
            }
            return Objects.requireNonNull(hosts.get(host));
        });
    }

    private CmHost begin(FabricNode node) {
        List<CmPortEndpoint> ports = node.ports()
                .map(port -> new CmPortEndpoint(fabric, port, fabric.addresses.ipv4(port)))
                .toList();
        CmHost host = new CmHost(fabric.timeline, node.guid(), Fabric.DEVICE, this, ports);
        ports.forEach(port -> {
            port.start(host);
            registrations.put(port.port(), () -> host.registerAgain(port));
        });
        return host;
    }

    @Override
    public void stateChanged(FabricPort port) {
        // Connection managers do not depend on the state of ports.
    }

    @Override
    public void changed(FabricPort port, FabricPort.Change what) {
        Runnable registration = what == FabricPort.Change.REREGISTER ? registrations.get(port) : null;
        if (registration != null) {
            registration.run();
        }
    }

    @Override
    public @Nullable Gid neighbour(InetAddress address) {
        FabricPort port = fabric.addresses.port(address);
        boolean answers =
                port != null && port.isUp() && port.isActive() && !port.node().isSilent();
        return port == null || !answers
                ? null
                : new Gid(port.info().gidPrefix(), port.guid().bits());
    }

    @Override
    public @Nullable InetAddress named(String host) {
        try {
            FabricNode node = fabric.names.find(host);
            return node.type() == NodeType.CHANNEL_ADAPTER
                    ? node.ports().map(fabric.addresses::ipv4).findFirst().orElse(null)
                    : null;
        } catch (IllegalArgumentException unknown) {
            return null;
        }
    }

    @Override
    public UdpNetwork udp() {
        return udp;
    }

    /**
     * The port of a host as its connection manager uses it. Programs that register for CM messages themselves take
     * precedence.
     */
    private static final class CmPortEndpoint extends MadEndpoint implements CmPort {
        private static final Logger LOG = System.getLogger(CmHost.class.getName());

        private final InetAddress ipv4;
        private final InetAddress linkLocal;
        private int messages;
        private int queries;
        private @Nullable CmHost host;

        CmPortEndpoint(Fabric fabric, FabricPort port, InetAddress ipv4) {
            super(fabric, port);
            this.ipv4 = ipv4;
            this.linkLocal = IpAddresses.linkLocal(port.guid());
        }

        void start(CmHost manager) {
            host = manager;
            messages = add(new MadRegistration(
                    ManagementClass.COMMUNICATION_MANAGEMENT.code(),
                    CmDatagram.CLASS_VERSION,
                    0,
                    Set.of(MadMethod.SEND.code()),
                    false));
            queries = add(
                    MadRegistration.client(SubnetAdministrator.MANAGEMENT_CLASS, SubnetAdministrator.CLASS_VERSION));
        }

        @Override
        public boolean isFallback() {
            return true;
        }

        @Override
        boolean keepsTransactionId(int method) {
            return method == MadMethod.SEND.code();
        }

        @Override
        boolean queues() {
            return false;
        }

        @Override
        void arrived(Arrival arrival) {
            CmHost manager = host;
            try {
                if (manager != null && arrival.agent == queries) {
                    manager.answered(arrival.status, arrival.mad);
                } else if (manager != null) {
                    manager.received(this, arrival.address, arrival.mad);
                }
            } catch (RuntimeException e) {
                LOG.log(
                        Logger.Level.WARNING,
                        "the connection manager at " + port() + " failed to process a datagram",
                        e);
            }
            recycle(arrival);
        }

        @Override
        public int number() {
            return port().number();
        }

        @Override
        public boolean isActive() {
            return port().isActive();
        }

        @Override
        public Gid gid() {
            return new Gid(port().info().gidPrefix(), port().guid().bits());
        }

        @Override
        public int lmc() {
            return port().lmc();
        }

        @Override
        public int managerLid() {
            return port().smLid();
        }

        @Override
        public int managerLevel() {
            return port().info().masterSmSl();
        }

        @Override
        public Mtu mtu() {
            return port().info().mtuCap();
        }

        @Override
        public int partitionIndex(int pKey) {
            return port().keys().match(pKey);
        }

        @Override
        public int partition(int index) {
            return port().keys().get(index);
        }

        @Override
        public InetAddress ipv4() {
            return ipv4;
        }

        @Override
        public InetAddress linkLocal() {
            return linkLocal;
        }

        @Override
        public void send(MadAddress destination, ByteBuffer mad) {
            transmit(messages, destination, mad, 0);
        }

        @Override
        public void ask(MadAddress destination, ByteBuffer mad, int timeoutMillis) {
            transmit(queries, destination, mad, timeoutMillis);
        }
    }
}
