package io.verbena.subnet;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names that replace the descriptions of nodes, in the file format of opensm. Immutable. */
public final class NodeNameMap {
    /** A map without names. */
    public static final NodeNameMap EMPTY = new NodeNameMap(Map.of());

    private static final Pattern LINE = Pattern.compile("\\s*(0[xX][0-9a-fA-F]{1,16})\\s+\"([^\"]*)\"\\s*(?:#.*)?");
    private static final Pattern NOTHING = Pattern.compile("\\s*(?:#.*)?");

    private final Map<Guid, String> names;

    private NodeNameMap(Map<Guid, String> names) {
        this.names = Map.copyOf(names);
    }

    /**
     * Reads a file with lines of the form {@code 0x0002c90200000000 "spine 1"}. Empty lines and comments with {@code #}
     * are ignored.
     *
     * @throws RdmaException if the file cannot be read, or a line is malformed
     */
    public static NodeNameMap read(Path file) {
        return FileErrors.access(
                "read the node name map " + file, () -> parse(file.toString(), Files.readAllLines(file)));
    }

    /**
     * Parses lines in the format of {@link #read}.
     *
     * @param source name of the source, for messages
     * @throws RdmaException if a line is malformed
     */
    public static NodeNameMap parse(String source, List<String> lines) {
        Map<Guid, String> names = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = LINE.matcher(lines.get(i));
            if (line.matches()) {
                names.put(Guid.parse(line.group(1)), line.group(2));
            } else if (!NOTHING.matcher(lines.get(i)).matches()) {
                throw new RdmaException("line " + (i + 1) + " of the node name map " + source + " is '" + lines.get(i)
                        + "'; expected a GUID and a name, 0x0002c90200000000 \"spine 1\"");
            }
        }
        return new NodeNameMap(names);
    }

    /** Returns the name of a node, or its description if the map has none. */
    public String nameOf(Node node) {
        return nameOf(node.guid(), node.description());
    }

    /** Returns the name for a GUID, or {@code description} if the map has none. */
    public String nameOf(Guid guid, String description) {
        return names.getOrDefault(guid, description);
    }
}
