package io.verbena.subnet.cache;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetBuilder;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Replaces GUIDs in a stored subnet, so that a subnet in which a part was exchanged can be compared with an earlier
 * one. All changes refer to the original GUIDs, in any order. Not thread safe.
 */
public final class GuidChanges {
    private final Map<Guid, Guid> switches = new LinkedHashMap<>();
    private final Map<Guid, Guid> adapters = new LinkedHashMap<>();
    private final Map<Guid, Guid> systems = new LinkedHashMap<>();
    private final Map<PortName, Guid> ports = new LinkedHashMap<>();

    private record PortName(Guid node, Guid port) {}

    /** Creates an instance without changes. */
    public GuidChanges() {}

    /**
     * Changes the GUID of a switch and of its ports, which share it.
     *
     * @throws IllegalArgumentException if {@code after} is zero, or another change of this switch exists
     */
    public GuidChanges switchGuid(Guid before, Guid after) {
        return add(switches, before, after, "the switch " + before.toHex());
    }

    /**
     * Changes the GUID of a channel adapter, but not those of its ports.
     *
     * @throws IllegalArgumentException if {@code after} is zero, or another change of this adapter exists
     */
    public GuidChanges adapterGuid(Guid before, Guid after) {
        return add(adapters, before, after, "the channel adapter " + before.toHex());
    }

    /**
     * Changes the system image GUID of all nodes of a system.
     *
     * @throws IllegalArgumentException if {@code after} is zero, or another change of this system exists
     */
    public GuidChanges systemImageGuid(Guid before, Guid after) {
        return add(systems, before, after, "the system " + before.toHex());
    }

    /**
     * Changes the GUID of a port; for a switch, that of the switch.
     *
     * @throws IllegalArgumentException if {@code after} is zero, or another change of this port exists
     */
    public GuidChanges portGuid(Guid node, Guid before, Guid after) {
        return add(ports, new PortName(node, before), after, "the port " + before.toHex());
    }

    private <K> GuidChanges add(Map<K, Guid> changes, K before, Guid after, String what) {
        if (after.equals(Guid.ZERO)) {
            throw new IllegalArgumentException(what + " cannot get the GUID 0, which is that of nothing");
        }
        Guid earlier = changes.put(before, after);
        if (earlier != null && !earlier.equals(after)) {
            throw new IllegalArgumentException(
                    what + " is given two GUIDs, " + earlier.toHex() + " and " + after.toHex());
        }
        return this;
    }

    /**
     * Returns a copy of a subnet with these changes.
     *
     * @throws IllegalArgumentException if a node, port or system to be changed does not exist, or two would share a
     *     GUID
     */
    public Subnet apply(Subnet subnet) {
        switches.keySet().forEach(guid -> require(subnet, guid, NodeType.SWITCH));
        adapters.keySet().forEach(guid -> require(subnet, guid, NodeType.CHANNEL_ADAPTER));
        systems.keySet().forEach(guid -> requireSystem(subnet, guid));
        ports.keySet().forEach(port -> requirePort(subnet, port));
        return new Copy(subnet).build();
    }

    private static void require(Subnet subnet, Guid guid, NodeType type) {
        Node node = subnet.node(guid)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no " + type.text().toLowerCase(Locale.ROOT) + " has the GUID " + guid.toHex()));
        if (node.type() != type) {
            throw new IllegalArgumentException(
                    guid.toHex() + " is the GUID of a " + node.type().text().toLowerCase(Locale.ROOT) + ", not of a "
                            + type.text().toLowerCase(Locale.ROOT));
        }
    }

    private static void requireSystem(Subnet subnet, Guid guid) {
        if (subnet.system(guid).isEmpty()) {
            throw new IllegalArgumentException("no node is part of a system with the GUID " + guid.toHex());
        }
    }

    private static void requirePort(Subnet subnet, PortName name) {
        Node node = subnet.node(name.node())
                .orElseThrow(() -> new IllegalArgumentException(
                        "no node has the GUID " + name.node().toHex()));
        if (node.ports().stream().noneMatch(port -> port.guid().equals(name.port()))) {
            throw new IllegalArgumentException(
                    "no port of " + node + " has the GUID " + name.port().toHex());
        }
    }

    private final class Copy {
        private final Subnet subnet;
        private final SubnetBuilder builder = new SubnetBuilder().inOrderOfArrival();
        private final Map<Port, Port> copies = new LinkedHashMap<>();
        private final Set<PortKey> keys = new HashSet<>();

        private record PortKey(Guid guid, int number) {}

        Copy(Subnet subnet) {
            this.subnet = subnet;
        }

        Subnet build() {
            subnet.nodes().forEach(this::node);
            for (Map.Entry<Port, Port> copy : copies.entrySet()) {
                copy.getKey().peer().ifPresent(peer -> builder.link(copy.getValue(), at(peer)));
            }
            subnet.failures().forEach(builder::fail);
            return builder.build(at(subnet.origin()), subnet.datagrams());
        }

        private Port at(Port original) {
            return Objects.requireNonNull(copies.get(original), original::toString);
        }

        private void node(Node node) {
            Guid guid = nodeGuid(node);
            if (builder.node(guid).isPresent()) {
                throw new IllegalArgumentException(
                        guid.toHex() + " would be the GUID of two nodes; " + node + " is one of them");
            }
            NodeInfo info = NodeInfo.LAYOUT.copy(node.info());
            builder.node(info.nodeGuid(guid)
                    .systemImageGuid(systems.getOrDefault(info.systemImageGuid(), info.systemImageGuid()))
                    .portGuid(portGuid(node, info.portGuid())));
            node.nodeDescription().ifPresent(value -> builder.description(guid, value));
            node.switchInfo().ifPresent(value -> builder.switchInfo(guid, value));
            node.ports().forEach(port -> port(guid, port));
        }

        private void port(Guid node, Port port) {
            Guid guid = portGuid(port.node(), port.guid());
            Port copy = builder.port(node, port.number(), guid);
            if (!guid.equals(Guid.ZERO) && !keys.add(new PortKey(guid, port.number()))) {
                throw new IllegalArgumentException(guid.toHex() + " would be the GUID of two ports " + port.number()
                        + "; " + port + " is one of them");
            }
            builder.lid(copy, port.lid());
            port.info().ifPresent(value -> builder.port(node, port.number(), value));
            if (port.isFdr10()) {
                builder.fdr10(copy);
            }
            copies.put(port, copy);
        }

        private Guid nodeGuid(Node node) {
            if (!node.isSwitch()) {
                return adapters.getOrDefault(node.guid(), node.guid());
            }
            Guid asSwitch = switches.get(node.guid());
            Guid asPort = node.ports().stream()
                    .map(port -> ports.get(new PortName(node.guid(), port.guid())))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            if (asSwitch != null && asPort != null && !asSwitch.equals(asPort)) {
                throw new IllegalArgumentException(node + " is given two GUIDs, " + asSwitch.toHex() + " and "
                        + asPort.toHex() + " for its ports; those of a switch are one");
            }
            return asSwitch != null ? asSwitch : asPort != null ? asPort : node.guid();
        }

        /** Returns the new GUID of a port; ports that share the GUID of their switch follow it. */
        private Guid portGuid(Node node, Guid port) {
            return node.isSwitch() && port.equals(node.guid())
                    ? nodeGuid(node)
                    : ports.getOrDefault(new PortName(node.guid(), port), port);
        }
    }
}
