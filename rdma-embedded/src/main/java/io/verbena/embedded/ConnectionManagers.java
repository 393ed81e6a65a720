package io.verbena.embedded;

import io.verbena.embedded.cm.CmHost;
import io.verbena.embedded.cm.CmNetwork;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Gid;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The connection managers of all hosts of a fabric. All of them start when the first is opened; from then on, each
 * rejects requests for services that have no listener.
 */
final class ConnectionManagers implements CmNetwork, FabricPort.Observer {
    private final Fabric fabric;
    private final Map<FabricNode, CmHost> hosts = new HashMap<>();
    private final Map<FabricPort, Runnable> registrations = new HashMap<>();

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
}
