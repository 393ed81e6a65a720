package io.verbena.shell.cli;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.regex.Pattern;

/** Finds a node by its GUID, the GUID of one of its ports, or its name. */
public final class NodeFinder {
    private static final Pattern GUID = Pattern.compile("(?:0[xX])?[0-9a-fA-F]{9,16}");

    private NodeFinder() {}

    /**
     * Returns the node that a word identifies.
     *
     * @throws RdmaException if no node or more than one node matches; the message lists the matches
     */
    public static Node find(Subnet subnet, String word, NodeNameMap names) {
        if (!GUID.matcher(word).matches() || !subnet.named(word, names).isEmpty()) {
            return subnet.node(word, names);
        }
        Guid guid = Guid.parse(word.startsWith("0x") || word.startsWith("0X") ? word : "0x" + word);
        return subnet.node(guid)
                .or(() -> subnet.port(guid).map(Port::node))
                .orElseThrow(() -> new RdmaException("the subnet has no node with GUID " + guid.toHex()));
    }
}
