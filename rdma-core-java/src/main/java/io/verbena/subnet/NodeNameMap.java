package io.verbena.subnet;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names for nodes that take the place of their descriptions, from a file as opensm reads it. Immutable. */
public final class NodeNameMap {
    /** No names; every node is called what it calls itself. */
    public static final NodeNameMap EMPTY = new NodeNameMap(Map.of());

    private static final Pattern LINE = Pattern.compile("\\s*(0[xX][0-9a-fA-F]{1,16})\\s+\"([^\"]*)\"\\s*(?:#.*)?");
    private static final Pattern NOTHING = Pattern.compile("\\s*(?:#.*)?");

    private final Map<Guid, String> names;

    private NodeNameMap(Map<Guid, String> names) {
        this.names = Map.copyOf(names);
    }

    /**
     * Reads lines of the form {@code 0x0002c90200000000 "spine 1"}; empty lines and what follows a {@code #} do not count.
     *
     * @throws RdmaException if the file cannot be read, or a line has another form
     */
    public static NodeNameMap read(Path file) {
        try {
            return parse(file.toString(), Files.readAllLines(file));
        } catch (IOException e) {
            throw new RdmaException("cannot read the node name map " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Takes lines of the form that {@link #read} reads from a file.
     *
     * @param source what messages call it
     * @throws RdmaException if a line has another form
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

    /** The name of a node: that of the map, else what it calls itself. */
    public String nameOf(Node node) {
        return nameOf(node.guid(), node.description());
    }

    /** The same of a node that is known by what it says. */
    public String nameOf(Guid guid, String description) {
        return names.getOrDefault(guid, description);
    }
}
