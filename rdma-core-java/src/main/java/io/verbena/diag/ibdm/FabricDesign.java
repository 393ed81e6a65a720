package io.verbena.diag.ibdm;

import io.verbena.diag.ibdm.SystemLibrary.Board;
import io.verbena.diag.ibdm.SystemLibrary.BoardNode;
import io.verbena.diag.ibdm.SystemLibrary.BoardPart;
import io.verbena.diag.ibdm.SystemLibrary.Connection;
import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A fabric as it should be: the systems and cables of a topology file ({@code .topo}), with the nodes of each system.
 * Immutable once it was read.
 */
public final class FabricDesign {
    private static final Pattern SYSTEM = Pattern.compile("(\\S+)\\s+(\\S+)(?:\\s+CFG:\\s*(.*))?");
    private static final Pattern CABLE =
            Pattern.compile("(\\S+)\\s+-(?:(\\d+[xX])-)?(?:([0-9.]+)G-)?>\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)");
    private static final Pattern CABLING = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)");
    private static final int MAX_DEPTH = 16;
    private static final long FIRST_GUID = 0x0002_c900_0000_0000L;

    /** The distance of GUIDs of nodes, which leaves room for the GUIDs of their ports. */
    private static final long GUIDS = 0x100;

    private final Map<String, DesignSystem> systems = new LinkedHashMap<>();
    private final Map<String, DesignNode> nodes = new LinkedHashMap<>();

    private FabricDesign() {}

    /** A port of a node. */
    public record Pin(DesignNode node, int number) {
        /** Returns the name of the port, such as {@code host1/U1/P1}. */
        @Override
        public String toString() {
            return node.name() + "/P" + number;
        }
    }

    /** A node of a system. */
    public static final class DesignNode {
        private final String name;
        private final NodeType type;
        private final int ports;
        private final Map<Integer, Pin> peers = new TreeMap<>();
        private final Map<Integer, String> widths = new HashMap<>();
        private final Map<Integer, String> speeds = new HashMap<>();

        private DesignNode(String name, NodeType type, int ports) {
            this.name = name;
            this.type = type;
            this.ports = ports;
        }

        /** Returns the name, such as {@code host1/U1}. */
        public String name() {
            return name;
        }

        /** Returns the type. */
        public NodeType type() {
            return type;
        }

        /** Returns the number of ports. */
        public int ports() {
            return ports;
        }

        /** Returns the port at the other end of the cable or trace of a port. */
        public Optional<Pin> peer(int port) {
            return Optional.ofNullable(peers.get(port));
        }

        /** Returns the width and the speed of a port as the file of the system says; 4x-2.5G if it does not. */
        public String rate(int port) {
            return widths.getOrDefault(port, "4") + "x-" + speeds.getOrDefault(port, "2.5G");
        }
    }

    private record DesignSystem(String type, Map<String, Pin> panel) {}

    /**
     * Returns a design of one system without cables.
     *
     * @param library the types of systems
     * @param type the type of the system
     * @param name the name of the system
     * @throws RdmaException if the library does not have the type
     */
    public static FabricDesign ofSystem(SystemLibrary library, String type, String name) {
        return parse("the system type", List.of(type + " " + name), library);
    }

    /** Returns the ports on the panel of a system, by their names. */
    public Map<String, Pin> panelOf(String system) {
        DesignSystem known = systems.get(system);
        return known == null ? Map.of() : Collections.unmodifiableMap(known.panel());
    }

    /** Returns the nodes, in the order of the file. */
    public Collection<DesignNode> nodes() {
        return Collections.unmodifiableCollection(nodes.values());
    }

    /** Returns the number of systems. */
    public int systems() {
        return systems.size();
    }

    /** Returns the node with this name, such as {@code host1/U1}. */
    public Optional<DesignNode> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    /** Returns the fabric in the format of ibsim, with a GUID for each node in the order of the file. */
    public List<String> net() {
        List<String> lines = new ArrayList<>();
        long guid = FIRST_GUID;
        for (DesignNode node : nodes.values()) {
            boolean isSwitch = node.type() == NodeType.SWITCH;
            lines.add((isSwitch ? "switchguid=0x" : "caguid=0x") + Long.toHexString(guid));
            lines.add((isSwitch ? "Switch " : "Ca ") + node.ports() + " \"" + node.name() + "\" # \"" + node.name()
                    + "\"");
            node.peers.forEach(
                    (port, peer) -> lines.add("[" + port + "] \"" + peer.node().name() + "\"[" + peer.number() + "]"));
            lines.add("");
            guid += GUIDS;
        }
        return lines;
    }

    /** Returns the name of a port on the panel of its system, such as {@code leaf1/P3}; empty if it is internal. */
    public Optional<String> panel(Pin pin) {
        String system = pin.node().name().substring(0, pin.node().name().indexOf('/'));
        return Optional.ofNullable(systems.get(system))
                .flatMap(known -> known.panel().entrySet().stream()
                        .filter(entry -> entry.getValue().equals(pin))
                        .map(entry -> system + "/" + entry.getKey())
                        .findFirst());
    }

    static boolean isCable(String line) {
        return CABLE.matcher(line.strip()).matches();
    }

    /**
     * Reads a topology file.
     *
     * @param library the types of systems
     * @throws RdmaException if the file cannot be read, or a line is neither a system nor a cable
     */
    public static FabricDesign read(Path file, SystemLibrary library) {
        FabricDesign design = new FabricDesign();
        SourceLines.read(file, design.new Parser(library), Parser::accept);
        return design;
    }

    /**
     * Reads the lines of a topology file.
     *
     * @param source the name of the source, for messages
     * @param library the types of systems
     * @throws RdmaException if a line is neither a system nor a cable
     */
    public static FabricDesign parse(String source, List<String> lines, SystemLibrary library) {
        FabricDesign design = new FabricDesign();
        SourceLines.read(source, lines, design.new Parser(library), Parser::accept);
        return design;
    }

    /**
     * Reads a list of cables: type, name and port of each end.
     *
     * @param library the types of systems
     * @throws RdmaException if the file cannot be read, or a line is no cable
     */
    public static FabricDesign readCables(Path file, SystemLibrary library) {
        FabricDesign design = new FabricDesign();
        SourceLines.read(file, design.new Parser(library), (parser, at, line) -> {
            Matcher cable = CABLING.matcher(line.strip());
            if (cable.matches()) {
                parser.connect(at, parser.end(at, cable, 1), parser.end(at, cable, 4));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw at.expected("a cable: type, name and port of a system, and those of another");
            }
        });
        return design;
    }

    private final class Parser {
        private final SystemLibrary library;
        private @Nullable DesignSystem system;
        private String name = "";

        Parser(SystemLibrary library) {
            this.library = library;
        }

        void accept(SourceLines at, String text) {
            int comment = text.indexOf('#');
            String line = (comment < 0 ? text : text.substring(0, comment)).strip();
            DesignSystem current = system;
            if (line.isEmpty()) {
                // An empty line ends the system.
                system = comment < 0 ? null : current;
                return;
            }
            Matcher cable = CABLE.matcher(line);
            if (cable.matches()) {
                if (current == null) {
                    throw at.expected("a system before its cables");
                }
                DesignSystem remote = system(at, cable.group(4), cable.group(5), "");
                connect(at, pin(at, current, name, cable.group(1)), pin(at, remote, cable.group(5), cable.group(6)));
                return;
            }
            Matcher start = SYSTEM.matcher(line);
            if (!start.matches()) {
                throw at.expected("a system, such as 'MTS3600 leaf1', or a cable, such as 'P1 -4x-10G-> HCA host1 P1'");
            }
            name = start.group(2);
            system = system(at, start.group(1), name, start.group(3) == null ? "" : start.group(3));
        }

        /** Returns a system, which is created when it is first mentioned. */
        DesignSystem system(SourceLines at, String type, String named, String configuration) {
            DesignSystem known = systems.get(named);
            if (known != null) {
                return known;
            }
            Board board = library.board(type)
                    .orElseThrow(() -> at.expected("a type of system with an IBNL file, not '" + type + "'"
                            + NearestNames.hint(type, library.types())));
            Map<String, String> variants = new HashMap<>();
            for (String each : configuration.split("[,\\s]+", -1)) {
                int equals = each.indexOf('=');
                if (equals > 0) {
                    variants.put(each.substring(0, equals), each.substring(equals + 1));
                }
            }
            DesignSystem created = new DesignSystem(type, new Assembly(at, variants).board(board, named, "", 0));
            systems.put(named, created);
            return created;
        }

        /** Returns the port whose type, name and port are three groups. */
        Pin end(SourceLines at, Matcher cable, int first) {
            String named = cable.group(first + 1);
            return pin(at, system(at, cable.group(first), named, ""), named, cable.group(first + 2));
        }

        Pin pin(SourceLines at, DesignSystem of, String named, String port) {
            Pin pin = of.panel().get(port);
            if (pin == null) {
                throw at.expected("a port of " + named + ", which is of type " + of.type() + ", not '" + port + "'"
                        + NearestNames.hint(port, of.panel().keySet()));
            }
            return pin;
        }

        /** Connects two ports; a cable may be written at both its ends. */
        void connect(SourceLines at, Pin one, Pin other) {
            Pin before = one.node().peers.putIfAbsent(one.number(), other);
            Pin back = other.node().peers.putIfAbsent(other.number(), one);
            if ((before != null && !before.equals(other)) || (back != null && !back.equals(one)) || one.equals(other)) {
                throw at.expected("two ports without another cable, not " + one + " and " + other);
            }
        }

        private final class Assembly {
            private final SourceLines at;
            private final Map<String, String> variants;

            Assembly(SourceLines at, Map<String, String> variants) {
                this.at = at;
                this.variants = variants;
            }

            Map<String, Pin> board(Board board, String prefix, String path, int depth) {
                if (depth == MAX_DEPTH) {
                    throw at.expected("a type of system whose boards are nested less than " + MAX_DEPTH + " deep");
                }
                Map<String, Map<String, Pin>> instances = new HashMap<>();
                for (BoardNode each : board.nodes) {
                    DesignNode node = new DesignNode(prefix + "/" + each.name(), each.type(), each.ports());
                    nodes.put(node.name(), node);
                    Map<String, Pin> ports = new HashMap<>();
                    for (int port = 1; port <= each.ports(); port++) {
                        ports.put(String.valueOf(port), new Pin(node, port));
                    }
                    instances.put(each.name(), ports);
                }
                for (BoardPart part : board.parts) {
                    String inner = path.isEmpty() ? part.name() : path + "/" + part.name();
                    @Nullable String variant = variants.get(inner);
                    if (!"R".equals(variant)) {
                        String type = variant == null ? part.type() : part.type() + ":" + variant;
                        Board found = board.scope.get(type);
                        if (found == null) {
                            throw at.expected(
                                    "a system whose boards are defined; " + type + " of " + prefix + " is not");
                        }
                        instances.put(part.name(), board(found, prefix + "/" + part.name(), inner, depth + 1));
                    }
                }
                return connected(board, instances);
            }

            /** Sets width and speed of a port. Inner boards come first, and what they say has precedence. */
            private static void rate(Pin pin, Connection connection) {
                String width = connection.width();
                if (width != null) {
                    pin.node().widths.putIfAbsent(pin.number(), width);
                }
                String speed = connection.speed();
                if (speed != null) {
                    pin.node().speeds.putIfAbsent(pin.number(), speed);
                }
            }

            private Map<String, Pin> connected(Board board, Map<String, Map<String, Pin>> instances) {
                Map<String, Pin> panel = new TreeMap<>();
                for (Connection each : board.connections) {
                    Pin from = instances.getOrDefault(each.from(), Map.of()).get(each.port());
                    String port = each.toPort();
                    if (from == null) {
                        // The board was removed, or this variant of it does not have the port.
                        continue;
                    }
                    rate(from, each);
                    if (port == null) {
                        panel.put(each.to(), from);
                    } else {
                        Pin to = instances.getOrDefault(each.to(), Map.of()).get(port);
                        if (to != null) {
                            rate(to, each);
                            connect(at, from, to);
                        }
                    }
                }
                return panel;
            }
        }
    }
}
