package io.verbena.shell.view;

import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.topology.LinkNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Renders ports with their peers in the layout of {@code ibnetdiscover -p}, one per line. */
public final class PortsReportView {
    private static final String NO_PEER = " ".repeat(36);

    private PortsReportView() {}

    /** Every port that told its state; port 0 of switches is not one of a link. */
    public static List<String> of(Subnet subnet, NodeNameMap names) {
        List<String> lines = new ArrayList<>();
        for (Node node : subnet.nodes()) {
            node.ports().stream()
                    .filter(port -> port.number() != 0 && port.info().isPresent())
                    .sorted(Comparator.comparingInt(Port::number).reversed())
                    .forEach(port -> lines.add(line(port, names)));
        }
        return lines;
    }

    private static String line(Port port, NodeNameMap names) {
        String name = "'" + Names.printable(names.nameOf(port.node())) + "'";
        String near = end(port) + " " + LinkNames.of(port.width()) + " " + LinkNames.of(port.speed());
        return port.peer()
                .map(peer -> near + " - " + end(peer) + " ( " + name + " - '"
                        + Names.printable(names.nameOf(peer.node())) + "' )")
                .orElse(near + NO_PEER + name);
    }

    private static String end(Port port) {
        String kind = switch (port.node().type()) {
            case CHANNEL_ADAPTER -> "CA";
            case SWITCH -> "SW";
            case ROUTER -> "RT";
            case UNKNOWN -> "??";
        };
        return String.format(
                "%2s %5d %2d %s",
                kind, port.lid().bits(), port.number(), port.guid().toHex());
    }
}
