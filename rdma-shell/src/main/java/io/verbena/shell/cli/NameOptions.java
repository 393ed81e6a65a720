package io.verbena.shell.cli;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the names of nodes, by which commands find nodes. */
public final class NameOptions {
    private static final Pattern GUID = Pattern.compile("(?:0[xX])?[0-9a-fA-F]{9,16}");

    @Option(
            names = "--node-name-map",
            paramLabel = "FILE",
            description = "Read node names from this file, whose lines consist of a GUID and a quoted name"
                    + " (default: the file of opensm, if it exists).")
    @Nullable Path nodeNameMap;

    /**
     * Returns the node names to use.
     *
     * @throws io.verbena.error.RdmaException if the file cannot be read
     */
    public NodeNameMap read() {
        if (nodeNameMap != null) {
            return NodeNameMap.read(nodeNameMap);
        }
        Path common = Configuration.nodeNameMap();
        return Files.exists(common) ? NodeNameMap.read(common) : NodeNameMap.EMPTY;
    }

    /**
     * Returns the node that a word identifies: its GUID, the GUID of one of its ports, or its name.
     *
     * @throws RdmaException if no node or more than one node matches; the message lists the matches
     */
    public static Node node(Subnet subnet, String word, NodeNameMap names) {
        if (!GUID.matcher(word).matches() || !subnet.named(word, names).isEmpty()) {
            return subnet.node(word, names);
        }
        Guid guid = Guid.parse(word.startsWith("0x") || word.startsWith("0X") ? word : "0x" + word);
        return subnet.node(guid)
                .or(() -> subnet.port(guid).map(Port::node))
                .orElseThrow(() -> new RdmaException("the subnet has no node with GUID " + guid.toHex()));
    }
}
