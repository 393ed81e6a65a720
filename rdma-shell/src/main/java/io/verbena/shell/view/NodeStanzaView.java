package io.verbena.shell.view;

import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyNode;
import io.verbena.topology.TopologyText;
import java.util.List;

/** Renders nodes and their links in the layout of ibnetdiscover. */
public final class NodeStanzaView {
    private NodeStanzaView() {}

    /** Returns a paragraph for each node. */
    public static List<String> text(Subnet subnet, List<Node> nodes, NodeNameMap names) {
        Topology topology = SubnetTopology.of(subnet, names);
        TopologyText text = new TopologyText(topology, false);
        return nodes.stream()
                .flatMap(node -> topology.node(SubnetTopology.id(node)).stream())
                .flatMap(node -> stanza(text, node).lines())
                .toList();
    }

    private static String stanza(TopologyText text, TopologyNode node) {
        StringBuilder stanza = new StringBuilder(text.attributes(node, ""));
        stanza.append(text.node(node, ""));
        node.ports().values().forEach(port -> stanza.append(text.port(node, port, "")));
        return stanza.append('\n').toString();
    }
}
