package io.verbena.topology;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.topology.NodeDraft.Attributes;
import io.verbena.topology.NodeDraft.PortDraft;
import io.verbena.topology.Topology.TopologyPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topology in the text format that C {@code ibnetdiscover} writes (plain, {@code -f} or {@code -g}) and ibsim
 * reads.
 *
 * <p>If the text has only one end of a link, the other end is added. If the ends have different widths or speeds, the
 * link uses the lower one. Defaults: width 4X, speed SDR, and virtual lanes VL0-7. Groups of chassis are ignored.
 * Simulator commands in a net file ({@code do}, {@code include}) are errors, because the text describes a different
 * fabric without them.
 */
public final class TopologyReader {
    private TopologyReader() {}

    /**
     * Reads a file in UTF-8. Malformed input becomes U+FFFD in a description, and is an error elsewhere.
     *
     * @throws TopologyFormatException if the text is not a topology
     * @throws RdmaException if the file cannot be read
     */
    public static Topology read(Path file) {
        // A stream decoder, other than Files.newBufferedReader, replaces malformed input.
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            return read(file.toString(), reader);
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Reads a text.
     *
     * @param source name of the source, for messages
     * @throws TopologyFormatException if the text is not a topology
     */
    public static Topology read(String source, String text) {
        return read(source, new StringReader(text));
    }

    /**
     * Reads all lines, and leaves the reader open.
     *
     * @param source name of the source, for messages
     * @throws TopologyFormatException if the text is not a topology
     * @throws RdmaException if the reader fails
     */
    public static Topology read(String source, Reader reader) {
        TopologyParser parser = new TopologyParser(source);
        try {
            BufferedReader lines = new BufferedReader(reader);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                parser.accept(line);
            }
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + source + ": " + FileErrors.reason(e), e);
        }
        return parser.finish();
    }

    /** Parses a topology line by line: attributes, a node, its ports. */
    private static final class TopologyParser {
        private static final String ANY_LINE =
                "Switch, Ca, Hca or Rt with a node, [port] with a link, vendid=, devid=, sysimgguid=, switchguid=, caguid=,"
                        + " rtguid=, or # and a comment";

        private final String source;
        private final List<NodeDraft> nodes = new ArrayList<>();
        private final Map<String, NodeDraft> byId = new HashMap<>();
        private int lines;
        private String last = "";
        private Attributes attributes = new Attributes();
        private @Nullable NodeDraft node;

        TopologyParser(String source) {
            this.source = source;
        }

        void accept(String text) {
            last = text;
            Line line = new Line(source, ++lines, text).skipBlanks();
            if (line.atEnd() || line.accept("#")) {
                return;
            }
            if (line.accept("[")) {
                port(line);
                return;
            }
            String word = line.word();
            if (line.accept("=")) {
                attributes.set(word, line);
            } else if (NodeDraft.isType(word)) {
                node(word, line);
            } else if (!isGrouping(word, text)) {
                throw line.expected(ANY_LINE);
            }
        }

        private void node(String type, Line line) {
            NodeDraft next = new NodeDraft(type, attributes, line);
            if (byId.putIfAbsent(next.id, next) != null) {
                throw line.expected("a node that is not defined yet");
            }
            nodes.add(next);
            node = next;
            attributes = new Attributes();
        }

        private void port(Line line) {
            if (node == null || !attributes.isEmpty()) {
                throw line.expected("a node before its ports");
            }
            node.add(new PortDraft(node, line));
        }

        // Lines of ibnetdiscover -g: "Chassis 1 (guid 0x…)", "Hostname: …", "Non-Chassis Nodes".
        private static boolean isGrouping(String word, String text) {
            return word.equals("Chassis")
                    || word.equals("Hostname")
                    || text.strip().equals("Non-Chassis Nodes");
        }

        Topology finish() {
            Line end = new Line(source, Math.max(1, lines), last);
            if (nodes.isEmpty() || !attributes.isEmpty()) {
                throw end.expected("a node before the end");
            }
            new LinkCompletion(byId).complete(nodes);
            return new Topology(nodes.stream().map(NodeDraft::build).toList());
        }

        /** Connects the two ends of each link, and adds an end that the text omits. */
        private record LinkCompletion(Map<String, NodeDraft> byId) {
            void complete(List<NodeDraft> nodes) {
                for (NodeDraft node : nodes) {
                    // A copy, because a cable between two ports of one node adds a port to the map that is being
                    // iterated.
                    for (PortDraft port : List.copyOf(node.ports.values())) {
                        port.connect(opposite(node, port));
                    }
                }
            }

            private PortDraft opposite(NodeDraft node, PortDraft port) {
                TopologyPort.Peer peer = port.peer;
                NodeDraft other = byId.get(peer.nodeId());
                if (other == null) {
                    throw port.line.expected("the id of a node of this topology at the other end");
                }
                if (peer.port() > other.numPorts) {
                    throw port.line.expected("a port of \"" + other.id + "\", from 1 to " + other.numPorts);
                }
                if (other == node && peer.port() == port.number) {
                    throw port.line.expected("another port than this one at the other end");
                }
                PortDraft end = other.ports.computeIfAbsent(peer.port(), missing -> new PortDraft(other, port));
                if (!end.leadsTo(node, port.number)) {
                    throw port.line.expected("a free port of \"" + other.id + "\", whose port " + peer.port()
                            + " leads to port " + end.peer.port() + " of \""
                            + end.peer.nodeId() + "\"");
                }
                // Immediately, because a node that precedes this one is not visited again.
                end.connect(port);
                return end;
            }
        }
    }
}
