package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import io.verbena.topology.TopologyReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts a topology to a subnet with nodes, links, GUIDs and LIDs, but without port states. */
public final class TopologySubnet {
    private final String source;
    private final Topology topology;
    private final SubnetBuilder builder = new SubnetBuilder().inOrderOfArrival();
    private final Map<String, Guid> guids = new HashMap<>();

    private TopologySubnet(String source, Topology topology) {
        this.source = source;
        this.topology = topology;
    }

    /**
     * Reads a topology file in the format of ibnetdiscover. The first node is the origin of the subnet.
     *
     * @throws RdmaException if the file cannot be read, has no node, or has a node without a GUID of its own
     */
    public static Subnet read(Path file) {
        return of(file.toString(), TopologyReader.read(file));
    }

    /**
     * Returns the subnet of a topology, with its nodes in the same order. The first node is the origin.
     *
     * @param source name of the source, for messages
     * @throws RdmaException if there is no node, or a node has no GUID of its own
     */
    public static Subnet of(String source, Topology topology) {
        return new TopologySubnet(source, topology).build();
    }

    private Subnet build() {
        if (topology.nodes().isEmpty()) {
            throw new RdmaException(source + " has no nodes; expected what ibnetdiscover prints");
        }
        @Nullable Port origin = null;
        for (TopologyNode node : topology.nodes()) {
            Port first = add(node);
            origin = origin == null ? first : origin;
        }
        topology.nodes().forEach(this::link);
        return builder.build(Objects.requireNonNull(origin), 0);
    }

    private Port add(TopologyNode node) {
        Guid guid = node.nodeGuid();
        if (guid.equals(Guid.ZERO)) {
            throw new RdmaException(source + " does not say the GUID of \"" + node.id()
                    + "\"; expected what ibnetdiscover" + " prints, with a line such as switchguid= or caguid=");
        }
        if (builder.node(guid).isPresent()) {
            throw new RdmaException(source + " has two nodes with the GUID " + guid.toHex());
        }
        guids.put(node.id(), guid);
        boolean isSwitch = node.type() == NodeType.SWITCH;
        int first = isSwitch || node.ports().isEmpty() ? 0 : node.ports().firstKey();
        Port port = builder.node(new NodeInfo()
                .nodeType(node.type())
                .numPorts(node.numPorts())
                .vendorId(node.vendorId())
                .deviceId(node.deviceId())
                .systemImageGuid(node.systemImageGuid())
                .nodeGuid(guid)
                .portGuid(isSwitch ? node.portZeroGuid() : guid)
                .localPortNum(first));
        builder.description(guid, new NodeDescription().nodeString(fitting(node.description())));
        if (isSwitch) {
            builder.switchInfo(guid, new SwitchInfo().enhancedPort0(node.enhancedPortZero() ? 1 : 0));
            builder.lid(port, Lid.of(node.portZeroLid()));
        }
        for (TopologyPort each : node.ports().values()) {
            Port known = isSwitch ? builder.port(guid, each.number()) : builder.port(guid, each.number(), each.guid());
            if (!isSwitch) {
                builder.lid(known, Lid.of(each.lid()));
            }
        }
        return port;
    }

    private void link(TopologyNode node) {
        for (TopologyPort port : node.ports().values()) {
            port.peer()
                    .ifPresent(peer -> builder.link(port(node.id(), port.number()), port(peer.nodeId(), peer.port())));
        }
    }

    /** Returns a port, which exists because a topology has both ends of each link. */
    private Port port(String id, int number) {
        Guid guid = Objects.requireNonNull(guids.get(id), id);
        return builder.node(guid).flatMap(node -> node.port(number)).orElseThrow();
    }

    /** Returns a text cut to the length of a NodeDescription. */
    private static String fitting(String text) {
        String fitting = text;
        while (fitting.getBytes(StandardCharsets.UTF_8).length > NodeDescription.LENGTH) {
            fitting = fitting.substring(0, fitting.offsetByCodePoints(fitting.length(), -1));
        }
        return fitting;
    }
}
