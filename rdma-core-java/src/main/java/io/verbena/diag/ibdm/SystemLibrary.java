package io.verbena.diag.ibdm;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types of systems that topology files use, from files in the format IBNL: boards with nodes and other boards, their
 * internal links, and the names of the ports of the panel. For one thread until it is complete.
 */
public final class SystemLibrary {
    private static final Pattern SYSTEM = Pattern.compile("(TOPSYSTEM|SYSTEM)\\s+(.+)");
    private static final Pattern NODE = Pattern.compile("NODE\\s+(SW|CA|HCA)\\s+(\\d{1,3})\\s+(\\S+)\\s+(\\S+)");
    private static final Pattern SUBSYSTEM = Pattern.compile("SUBSYSTEM\\s+(\\S+)\\s+(\\S+)");
    private static final Pattern CONNECTION =
            Pattern.compile("(\\S+)\\s*-(?:(\\d+)[xX]-)?(?:([0-9.]+G)-)?>\\s*(\\S+)(?:\\s+(\\S+))?");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\S+\\s*=.*");
    private static final int MAX_PORTS = 254;

    private final Map<String, Board> boards = new HashMap<>();

    /** Creates a library without types. */
    public SystemLibrary() {}

    record BoardNode(String name, NodeType type, int ports) {}

    /** A board in a board; the type may be replaced by a variant. */
    record BoardPart(String name, String type) {}

    /**
     * A link from a port of an instance to a port of another instance, or of the board if {@code toPort} is null.
     *
     * @param width the number of lanes; null if the file does not say
     * @param speed the speed, such as {@code 10G}; null if the file does not say
     */
    record Connection(
            String from,
            String port,
            String to,
            @Nullable String toPort,
            @Nullable String width,
            @Nullable String speed) {}

    /** A board or a system: its nodes, its boards and how they are connected. */
    static final class Board {
        final Map<String, Board> scope;
        final List<BoardNode> nodes = new ArrayList<>();
        final List<BoardPart> parts = new ArrayList<>();
        final List<Connection> connections = new ArrayList<>();

        Board(Map<String, Board> scope) {
            this.scope = scope;
        }
    }

    /**
     * Adds all types of the files {@code *.ibnl} of a directory.
     *
     * @throws RdmaException if a file cannot be read or has a line that is not IBNL
     */
    public SystemLibrary addAll(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.toString().endsWith(".ibnl")).sorted().forEach(this::add);
        } catch (IOException e) {
            throw new RdmaException("cannot read the directory " + directory + ": " + FileErrors.reason(e), e);
        }
        return this;
    }

    /**
     * Adds the types of a file.
     *
     * @throws RdmaException if the file cannot be read or has a line that is not IBNL
     */
    public SystemLibrary add(Path file) {
        SourceLines.read(file, new Parser(), Parser::accept);
        return this;
    }

    /**
     * Adds the types in lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line is not IBNL
     */
    public SystemLibrary add(String source, List<String> lines) {
        SourceLines.read(source, lines, new Parser(), Parser::accept);
        return this;
    }

    /** Returns the names of the types. */
    public Set<String> types() {
        return Set.copyOf(boards.keySet());
    }

    Optional<Board> board(String type) {
        return Optional.ofNullable(boards.get(type));
    }

    /** Parses a file; the boards of a file are known within it only. */
    private final class Parser {
        private final Map<String, Board> scope = new HashMap<>();
        private @Nullable Board board;
        private @Nullable String instance;

        void accept(SourceLines at, String text) {
            int comment = text.indexOf('#');
            String line = (comment < 0 ? text : text.substring(0, comment)).strip();
            if (line.isEmpty()) {
                return;
            }
            Matcher system = SYSTEM.matcher(line);
            if (system.matches()) {
                Board next = new Board(scope);
                for (String name : system.group(2).split(",", -1)) {
                    (system.group(1).equals("SYSTEM") ? scope : boards).put(name.strip(), next);
                }
                board = next;
                instance = null;
                return;
            }
            Board current = board;
            if (current == null) {
                throw at.expected("SYSTEM or TOPSYSTEM and a name");
            }
            content(at, line, current);
        }

        private void content(SourceLines at, String line, Board current) {
            Matcher node = NODE.matcher(line);
            Matcher part = SUBSYSTEM.matcher(line);
            Matcher connection = CONNECTION.matcher(line);
            if (node.matches()) {
                NodeType type = node.group(1).equals("SW") ? NodeType.SWITCH : NodeType.CHANNEL_ADAPTER;
                int ports = at.number(node.group(2), 10, MAX_PORTS, "a number of ports");
                current.nodes.add(new BoardNode(node.group(4), type, ports));
                instance = node.group(4);
            } else if (part.matches()) {
                current.parts.add(new BoardPart(part.group(2), part.group(1)));
                instance = part.group(2);
            } else if (connection.matches() && instance != null) {
                current.connections.add(new Connection(
                        instance,
                        connection.group(1),
                        connection.group(4),
                        connection.group(5),
                        connection.group(2),
                        connection.group(3)));
            } else if (!ATTRIBUTE.matcher(line).matches()) {
                throw at.expected("NODE, SUBSYSTEM, or a connection of the last of these, such as '1 -4x-10G-> P1'");
            }
        }
    }
}
