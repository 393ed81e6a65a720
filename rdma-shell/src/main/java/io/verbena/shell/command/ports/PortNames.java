package io.verbena.shell.command.ports;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.Numbers;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;

/** Finds ports of a subnet that are written {@code NODE@PORT}. */
final class PortNames {
    private final Subnet subnet;
    private final NodeNameMap names;

    PortNames(Subnet subnet, NodeNameMap names) {
        this.subnet = subnet;
        this.names = names;
    }

    /**
     * Returns the port.
     *
     * @throws IllegalArgumentException if the text has another form
     * @throws RdmaException if there is no such node or port
     */
    Port find(String text) {
        int at = text.lastIndexOf('@');
        if (at < 1) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not of the form NODE@PORT; expected for example 4@1, 0,1@3 or leaf2@17");
        }
        int number = IbportstateCommand.number(text.substring(at + 1));
        Node node = node(text.substring(0, at));
        return node.port(number)
                .orElseThrow(() -> new RdmaException(node + " has no port " + number + "; its last port is "
                        + node.info().numPorts()));
    }

    private Node node(String text) {
        if (Numbers.isNumber(text) && Numbers.parse("NODE", text, Long.SIZE) >>> Short.SIZE == 0) {
            Lid lid = Lid.parse(text);
            return subnet.port(lid)
                    .map(Port::node)
                    .orElseThrow(() -> new RdmaException("the subnet has no port with LID " + lid));
        }
        if (Numbers.isNumber(text)) {
            Guid guid = Guid.parse(text);
            return subnet.port(guid)
                    .map(Port::node)
                    .or(() -> subnet.node(guid))
                    .orElseThrow(() -> new RdmaException("the subnet has no port or node with GUID " + guid.toHex()));
        }
        return text.matches("0(,[0-9]+)*,?") ? follow(DirectedPath.parse(text)) : subnet.node(text, names);
    }

    private Node follow(DirectedPath path) {
        Node node = subnet.origin().node();
        for (int hop = 0; hop < path.hops(); hop++) {
            int exit = path.port(hop);
            Node from = node;
            node = from.port(exit)
                    .flatMap(Port::peer)
                    .map(Port::node)
                    .orElseThrow(() -> new RdmaException("nothing is connected to port " + exit + " of " + from));
        }
        return node;
    }
}
