package io.verbena.embedded;

import io.verbena.embedded.cm.CmHost;
import io.verbena.embedded.cm.CmNetwork;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Gid;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The connection managers of all hosts of a fabric. They begin together, when one is opened first: from then on, each refuses
 * what nobody listens for.
 */
final class ConnectionManagers implements CmNetwork {
    private final Fabric fabric;
    private final Map<Node, CmHost> hosts = new HashMap<>();
    private final Map<Port, Runnable> registrations = new HashMap<>();
    private @Nullable NodeNames names;

    ConnectionManagers(Fabric fabric) {
        this.fabric = fabric;
    }

    CmHost of(Node host) {
        return fabric.timeline().get(() -> {
            if (hosts.isEmpty()) {
                fabric.nodes().stream()
                        .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                        .forEach(node -> hosts.put(node, begin(node)));
            }
            return Objects.requireNonNull(hosts.get(host));
        });
    }

    private CmHost begin(Node node) {
        List<CmPortEndpoint> ports = node.ports()
                .map(port -> new CmPortEndpoint(fabric, port, fabric.addresses().ipv4(port)))
                .toList();
        CmHost host = new CmHost(fabric.timeline(), node.guid(), EmbeddedDriver.DEVICE, this, ports);
        ports.forEach(port -> {
            port.start(host);
            registrations.put(port.port(), () -> host.registerAgain(port));
        });
        return host;
    }

    /** Is told that the clients at a port are to register again. */
    void registerAgain(Port port) {
        Runnable registration = registrations.get(port);
        if (registration != null) {
            registration.run();
        }
    }

    @Override
    public @Nullable Gid neighbour(InetAddress address) {
        Port port = fabric.addresses().port(address);
        boolean answers =
                port != null && port.isUp() && port.isActive() && !port.node().isSilent();
        return port == null || !answers
                ? null
                : new Gid(port.info().gidPrefix(), port.guid().bits());
    }

    @Override
    public @Nullable InetAddress named(String host) {
        try {
            EmbeddedNode node = names().find(host);
            return node.type() == NodeType.CHANNEL_ADAPTER ? node.address() : null;
        } catch (IllegalArgumentException unknown) {
            return null;
        }
    }

    private NodeNames names() {
        NodeNames known = names;
        if (known == null) {
            known = new NodeNames(fabric.nodes().stream()
                    .map(node -> new EmbeddedNode(fabric, node))
                    .toList());
            names = known;
        }
        return known;
    }
}
