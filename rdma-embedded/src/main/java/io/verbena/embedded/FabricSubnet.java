package io.verbena.embedded;

import io.verbena.embedded.agent.NodeAgents;
import io.verbena.embedded.node.MulticastTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.routing.Transport;
import io.verbena.embedded.sa.Subnet;
import io.verbena.embedded.sa.SubnetNode;
import io.verbena.embedded.sa.SubnetPort;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The fabric as it is, for the administration that it has before a subnet manager runs: all that links lead to from the home
 * of the manager, found when it is first asked for after a change.
 */
final class FabricSubnet implements Subnet {
    private static final int SUBNET_MANAGEMENT = 0x01;

    private final NodeAgents agents;
    private final Transport transport;
    private final Port home;
    private final Map<Node, FabricNode> all = new HashMap<>();
    private final Map<Long, FabricPort> byGuid = new HashMap<>();
    private final Packet packet = new Packet();
    private List<FabricNode> nodes = List.of();
    private @Nullable FabricPort[] byLid = {};
    private boolean current;

    FabricSubnet(Fabric fabric, Port home) {
        this.agents = fabric.agents();
        this.transport = fabric.transport();
        this.home = home;
    }

    /** What was found holds no more. */
    void changed() {
        current = false;
    }

    private FabricNode node(Node node) {
        return all.computeIfAbsent(node, FabricNode::new);
    }

    @Override
    public List<? extends SubnetNode> nodes() {
        look();
        return nodes;
    }

    private void look() {
        if (current) {
            return;
        }
        current = true;
        List<FabricNode> found = new ArrayList<>();
        byGuid.clear();
        Queue<Node> queue = new ArrayDeque<>(List.of(home.node()));
        Map<Node, Boolean> seen = new HashMap<>();
        seen.put(home.node(), true);
        for (Node node = queue.poll(); node != null; node = queue.poll()) {
            found.add(node(node));
            node.ports().filter(Port::isUp).forEach(port -> {
                Port peer = port.peer();
                boolean onward = port.node().forwards() || port == home;
                if (peer != null && onward && !port.isManagementPort() && seen.put(peer.node(), true) == null) {
                    queue.add(peer.node());
                }
            });
        }
        nodes = found;
        byLid = new FabricPort[0];
        found.forEach(node ->
                node.endPorts().forEach(port -> byGuid.put(port.port.guid().bits(), port)));
    }

    @Override
    public @Nullable SubnetPort port(int lid) {
        FabricPort known = known(lid);
        if (known == null) {
            number();
            known = known(lid);
        }
        return known;
    }

    private @Nullable FabricPort known(int lid) {
        look();
        FabricPort port = lid <= 0 || lid >= byLid.length ? null : byLid[lid];
        return port != null && port.isEndPort() && port.port.owns(lid) ? port : null;
    }

    private void number() {
        FabricPort[] numbered = new FabricPort[highestLid() + 1];
        for (FabricNode node : nodes) {
            for (FabricPort port : node.endPorts()) {
                for (int lid = port.lid(); port.isEndPort() && lid < port.lid() + (1 << port.lmc()); lid++) {
                    numbered[lid] = port;
                }
            }
        }
        byLid = numbered;
    }

    @Override
    public @Nullable SubnetPort port(Guid guid) {
        look();
        FabricPort known = byGuid.get(guid.bits());
        if (known != null) {
            return known.isEndPort() ? known : null;
        }
        return nodes.stream()
                .flatMap(node -> node.endPorts().stream())
                .filter(port -> port.isEndPort() && port.port.hasGuid(guid))
                .findFirst()
                .orElse(null);
    }

    @Override
    public int highestLid() {
        look();
        int highest = 0;
        for (FabricNode node : nodes) {
            for (FabricPort port : node.endPorts()) {
                highest = Math.max(highest, port.lid() + (1 << port.lmc()) - 1);
            }
        }
        return highest;
    }

    @Override
    public List<? extends SubnetPort> managers() {
        look();
        return nodes.stream()
                .flatMap(node -> node.endPorts().stream())
                .filter(port -> port.port.manager() != Port.Manager.NONE)
                .toList();
    }

    private final class FabricNode implements SubnetNode {
        private final Node node;
        private final @Nullable FabricPort[] ports;

        FabricNode(Node node) {
            this.node = node;
            this.ports = new FabricPort[node.numPorts() + 1];
            node.ports().forEach(port -> ports[port.number()] = new FabricPort(this, port));
        }

        List<FabricPort> endPorts() {
            List<FabricPort> found = new ArrayList<>(1);
            for (int number = 0; number < (node.forwards() ? 1 : ports.length); number++) {
                FabricPort port = ports[number];
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
        public @Nullable SubnetPort port(int number) {
            return number < 0 || number >= ports.length ? null : ports[number];
        }

        @Override
        public int forward(int lid) {
            return lid > node.switchInfo().linearFdbTop() ? 0xff : node.linear().port(lid);
        }

        @Override
        public void forward(int multicastLid, BitSet to) {
            for (int position = 0; position <= node.numPorts() / MulticastTable.MASK_PORTS; position++) {
                int mask = 0;
                for (int bit = 0; bit < MulticastTable.MASK_PORTS; bit++) {
                    mask |= to.get(position * MulticastTable.MASK_PORTS + bit) ? 1 << bit : 0;
                }
                node.multicast().mask(multicastLid - 0xc000, position, mask);
            }
            transport.changed();
        }
    }

    private final class FabricPort implements SubnetPort {
        private final FabricNode node;
        private final Port port;

        FabricPort(FabricNode node, Port port) {
            this.node = node;
            this.port = port;
        }

        @Override
        public SubnetNode node() {
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
        public @Nullable SubnetPort peer() {
            Port peer = port.peer();
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
            return port.node().serviceLevels().carried(in, port);
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
            Port keeper = port.node().managed(port);
            packet.directed().mKey(keeper.hasInfo() ? keeper.info().mKey() : 0);
        }

        private boolean ask() {
            return agents.ask(port.node(), packet, port.node().managed(port)) == 0;
        }
    }
}
