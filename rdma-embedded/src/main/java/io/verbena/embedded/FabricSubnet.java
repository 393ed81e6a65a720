package io.verbena.embedded;

import io.verbena.embedded.agent.NodeAgents;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.MulticastMasks;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.sm.sa.SaSubnet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a managed fabric, for its subnet administration: all nodes that are connected to the port of the
 * subnet manager, found again after each change.
 */
final class FabricSubnet implements SaSubnet {
    private static final int SUBNET_MANAGEMENT = 0x01;

    private final NodeAgents agents;
    private final PacketTransport transport;
    private final FabricPort home;
    private final Map<FabricNode, NodeEntry> all = new HashMap<>();
    private final Map<Long, PortEntry> byGuid = new HashMap<>();
    private final MadPacket packet = new MadPacket();
    private List<NodeEntry> nodes = List.of();
    private @Nullable PortEntry[] byLid = {};
    private boolean current;

    FabricSubnet(Fabric fabric, FabricPort home) {
        this.agents = fabric.agents;
        this.transport = fabric.transport;
        this.home = home;
    }

    void changed() {
        current = false;
    }

    private NodeEntry node(FabricNode node) {
        return all.computeIfAbsent(node, NodeEntry::new);
    }

    @Override
    public List<? extends SaSubnet.Node> nodes() {
        look();
        return nodes;
    }

    private void look() {
        if (current) {
            return;
        }
        current = true;
        List<NodeEntry> found = new ArrayList<>();
        byGuid.clear();
        Queue<FabricNode> queue = new ArrayDeque<>(List.of(home.node()));
        Map<FabricNode, Boolean> seen = new HashMap<>();
        seen.put(home.node(), true);
        for (FabricNode node = queue.poll(); node != null; node = queue.poll()) {
            found.add(node(node));
            node.ports().filter(FabricPort::isUp).forEach(port -> {
                FabricPort peer = port.peer();
                boolean onward = port.node().forwards() || port == home;
                if (peer != null && onward && !port.isManagementPort() && seen.put(peer.node(), true) == null) {
                    queue.add(peer.node());
                }
            });
        }
        nodes = found;
        byLid = new PortEntry[0];
        found.forEach(node ->
                node.endPorts().forEach(port -> byGuid.put(port.port.guid().bits(), port)));
    }

    @Override
    public SaSubnet.@Nullable Port port(int lid) {
        PortEntry known = known(lid);
        if (known == null) {
            number();
            known = known(lid);
        }
        return known;
    }

    private @Nullable PortEntry known(int lid) {
        look();
        PortEntry port = lid <= 0 || lid >= byLid.length ? null : byLid[lid];
        return port != null && port.isEndPort() && port.port.owns(lid) ? port : null;
    }

    private void number() {
        PortEntry[] numbered = new PortEntry[highestLid() + 1];
        for (NodeEntry node : nodes) {
            for (PortEntry port : node.endPorts()) {
                for (int lid = port.lid(); port.isEndPort() && lid < port.lid() + (1 << port.lmc()); lid++) {
                    numbered[lid] = port;
                }
            }
        }
        byLid = numbered;
    }

    @Override
    public SaSubnet.@Nullable Port port(Guid guid) {
        look();
        PortEntry known = byGuid.get(guid.bits());
        if (known != null) {
            return known.isEndPort() ? known : null;
        }
        return endPorts()
                .filter(port -> port.isEndPort() && port.port.hasGuid(guid))
                .findFirst()
                .orElse(null);
    }

    @Override
    public int highestLid() {
        return endPorts().mapToInt(port -> port.lid() + (1 << port.lmc()) - 1).reduce(0, Math::max);
    }

    @Override
    public List<? extends SaSubnet.Port> managers() {
        return endPorts()
                .filter(port -> port.port.manager() != FabricPort.Manager.NONE)
                .toList();
    }

    private Stream<PortEntry> endPorts() {
        look();
        return nodes.stream().flatMap(node -> node.endPorts().stream());
    }

    private final class NodeEntry implements SaSubnet.Node {
        private final FabricNode node;
        private final @Nullable PortEntry[] ports;

        NodeEntry(FabricNode node) {
            this.node = node;
            this.ports = new PortEntry[node.numPorts() + 1];
            node.ports().forEach(port -> ports[port.number()] = new PortEntry(this, port));
        }

        List<PortEntry> endPorts() {
            List<PortEntry> found = new ArrayList<>(1);
            for (int number = 0; number < (node.forwards() ? 1 : ports.length); number++) {
                PortEntry port = ports[number];
                if (port != null) {
                    found.add(port);
                }
            }
            return found;
        }

        @Override
        public NodeType type() {
            return node.type();
        }

        @Override
        public int numPorts() {
            return node.numPorts();
        }

        @Override
        public SaSubnet.@Nullable Port port(int number) {
            return number < 0 || number >= ports.length ? null : ports[number];
        }

        @Override
        public int forward(int lid) {
            return lid > node.switchInfo().linearFdbTop() ? 0xff : node.linear().port(lid);
        }

        @Override
        public void forward(int multicastLid, BitSet to) {
            for (int position = 0; position <= node.numPorts() / MulticastMasks.MASK_PORTS; position++) {
                int mask = 0;
                for (int bit = 0; bit < MulticastMasks.MASK_PORTS; bit++) {
                    mask |= to.get(position * MulticastMasks.MASK_PORTS + bit) ? 1 << bit : 0;
                }
                node.multicast().mask(multicastLid - 0xc000, position, mask);
            }
            transport.changed();
        }
    }

    private final class PortEntry implements SaSubnet.Port {
        private final NodeEntry node;
        private final FabricPort port;

        PortEntry(NodeEntry node, FabricPort port) {
            this.node = node;
            this.port = port;
        }

        @Override
        public SaSubnet.Node node() {
            return node;
        }

        @Override
        public int number() {
            return port.number();
        }

        @Override
        public Guid guid() {
            return port.guid();
        }

        @Override
        public int lid() {
            return port.lid();
        }

        @Override
        public int lmc() {
            return port.lmc();
        }

        @Override
        public boolean isUp() {
            return port.isUp() && !port.node().isOff();
        }

        @Override
        public SaSubnet.@Nullable Port peer() {
            FabricPort peer = port.peer();
            return peer == null || !port.isUp() || port.isManagementPort()
                    ? null
                    : FabricSubnet.this.node(peer.node()).port(peer.number());
        }

        @Override
        public PortInfo info() {
            return port.info();
        }

        @Override
        public boolean admits(int pKey) {
            return port.admits(pKey);
        }

        @Override
        public int carriedLevels(int in) {
            return port.node().serviceLevels().carried(in, port.number(), port.lanes());
        }

        @Override
        public int highestKeyIndex() {
            return Math.max(0, port.keys().toArray().length - 1);
        }

        @Override
        public boolean read(Layout<?> attribute, long modifier, byte[] target, int position) {
            begin(MadMethod.GET, attribute, modifier);
            boolean there = ask();
            if (there) {
                packet.copyAttribute(target, position, attribute.length());
            }
            return there;
        }

        @Override
        public boolean write(Structure attribute, long modifier) {
            begin(MadMethod.SET, attribute.layout(), modifier);
            packet.attribute(attribute);
            transport.changed();
            return ask();
        }

        private void begin(MadMethod method, Layout<?> attribute, long modifier) {
            packet.header()
                    .baseVersion(1)
                    .managementClassBits(SUBNET_MANAGEMENT)
                    .classVersion(1)
                    .method(method)
                    .attributeId(attribute.attributeId())
                    .attributeModifier(modifier);
            FabricPort keeper = port.node().managed(port);
            packet.directed().mKey(keeper.hasInfo() ? keeper.info().mKey() : 0);
        }

        private boolean ask() {
            return agents.ask(port.node(), packet, port.node().managed(port)) == 0;
        }
    }
}
