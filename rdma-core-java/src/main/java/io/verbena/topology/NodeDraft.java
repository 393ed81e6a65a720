package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A node that is being read. */
final class NodeDraft {
    private static final int MAX_PORTS = 254;
    private static final Map<String, NodeType> TYPES = Map.of(
            "Switch", NodeType.SWITCH,
            "Ca", NodeType.CHANNEL_ADAPTER,
            "Hca", NodeType.CHANNEL_ADAPTER,
            "Rt", NodeType.ROUTER);
    private static final Map<NodeType, String> GUID_ATTRIBUTES =
            Map.of(NodeType.SWITCH, "switchguid", NodeType.CHANNEL_ADAPTER, "caguid", NodeType.ROUTER, "rtguid");
    private static final Pattern GUID_ID = Pattern.compile("[SHR]-[0-9a-fA-F]{16}");

    // ibsim does not quote a description that contains quotes; such a description ends at the first word that cannot
    // belong to it.
    private static final Pattern COMMENT =
            Pattern.compile("(?:\"(?<quoted>.*)\"|(?!\")(?<bare>.*?))(?: (?<kind>base|enhanced) port 0)?"
                    + "(?: lid (?<lid>\\d{1,5})?)?(?: ?lmc (?<lmc>[0-7])?)?(?: \\(scp\\))?\\s*");

    private final Line line;
    private final NodeType type;
    final int numPorts;
    final String id;
    private final Attributes attributes;
    final SortedMap<Integer, PortDraft> ports = new TreeMap<>();
    private String description;
    private boolean enhanced;
    private int lid;
    private int lmc;

    NodeDraft(String typeName, Attributes attributes, Line line) {
        this.line = line;
        this.type = TYPES.getOrDefault(typeName, NodeType.UNKNOWN);
        this.numPorts = line.skipBlanks().decimal(1, MAX_PORTS, "a number of ports");
        this.id = line.skipBlanks().quoted("the id of the node in quotes");
        this.attributes = attributes;
        this.description = id;
        GUID_ATTRIBUTES.forEach((other, attribute) -> {
            if (other != type && attributes.has(attribute)) {
                throw line.expected("the node to which " + attribute + "= belongs");
            }
        });
        if (!line.skipBlanks().atEnd()) {
            line.require("#", "nothing more, or # and a description");
            comment(line.skipBlanks().rest());
        }
    }

    static boolean isType(String name) {
        return TYPES.containsKey(name);
    }

    private void comment(String text) {
        Matcher comment = COMMENT.matcher(text);
        if (!comment.matches()) {
            throw line.expected("# \"description\", on a switch with base or enhanced port 0 lid N lmc N");
        }
        String quoted = comment.group("quoted");
        String bare = comment.group("bare");
        description = quoted != null ? quoted : bare != null && !bare.isBlank() ? bare : id;
        if (isSwitch()) {
            enhanced = "enhanced".equals(comment.group("kind"));
            lid = line.lid(comment.group("lid"));
            lmc = line.lid(comment.group("lmc"));
        }
    }

    void add(PortDraft port) {
        if (ports.putIfAbsent(port.number, port) != null) {
            throw port.line.expected("each port of \"" + id + "\" only once");
        }
    }

    boolean isSwitch() {
        return type == NodeType.SWITCH;
    }

    TopologyNode build() {
        SortedMap<Integer, TopologyPort> built = new TreeMap<>();
        ports.forEach((number, port) -> built.put(number, port.build()));
        return new TopologyNode(
                id,
                type,
                numPorts,
                (int) attributes.get("vendid"),
                (int) attributes.get("devid"),
                Guid.of(attributes.get("sysimgguid")),
                nodeGuid(),
                Guid.of(attributes.portZeroGuid()),
                description,
                enhanced,
                lid,
                lmc,
                built);
    }

    private Guid nodeGuid() {
        String attribute = GUID_ATTRIBUTES.getOrDefault(type, "");
        if (!attributes.has(attribute) && GUID_ID.matcher(id).matches()) {
            return Guid.of(Long.parseUnsignedLong(id, 2, id.length(), 16));
        }
        return Guid.of(attributes.get(attribute));
    }

    /** The lines in front of a node, such as {@code vendid=0x2c9}, which apply to this node only. */
    static final class Attributes {
        private static final Map<String, Integer> DIGITS =
                Map.of("vendid", 6, "devid", 4, "sysimgguid", 16, "switchguid", 16, "caguid", 16, "rtguid", 16);
        private static final String PORT_ZERO = "port 0";

        private final Map<String, Long> values = new HashMap<>();

        void set(String name, Line line) {
            Integer digits = DIGITS.get(name);
            if (digits == null) {
                throw line.expected("vendid=, devid=, sysimgguid=, switchguid=, caguid= or rtguid=");
            }
            if (values.put(name, line.hexadecimal(digits, "a number")) != null) {
                throw line.expected(name + "= only once before a node");
            }
            if (name.equals("switchguid") && line.accept("(")) {
                values.put(PORT_ZERO, line.hexadecimal(16, "the GUID of port 0"));
                line.require(")", "a closing parenthesis after the GUID of port 0");
            }
            if (!line.skipBlanks().atEnd()) {
                line.require("#", "nothing more, or # and a comment");
            }
        }

        boolean isEmpty() {
            return values.isEmpty();
        }

        boolean has(String name) {
            return values.containsKey(name);
        }

        /** Returns the value of an attribute, or 0 if the text omits it. */
        long get(String name) {
            return values.getOrDefault(name, 0L);
        }

        long portZeroGuid() {
            return get(PORT_ZERO);
        }
    }

    static final class PortDraft {
        final Line line;
        private final NodeDraft node;
        final int number;
        final TopologyPort.Peer peer;
        private final LinkAttributes link;
        private long guid;
        private int lid;
        private int lmc;
        private long peerGuid;
        private int peerLid;
        private @Nullable PortDraft opposite;

        /** Reads the rest of a line behind the opening bracket of the port number. */
        PortDraft(NodeDraft node, Line line) {
            this.line = line;
            this.node = node;
            this.number = number(line, node.numPorts);
            this.guid = guid(line);
            String peerId = line.skipBlanks().quoted("the id of the node at the other end in quotes");
            line.require("[", "the port at the other end in brackets");
            this.peer = new TopologyPort.Peer(peerId, number(line, 254));
            this.peerGuid = guid(line.skipBlanks());
            this.link = LinkAttributes.read(line);
            this.lid = node.isSwitch() ? 0 : link.lid;
            this.lmc = node.isSwitch() ? 0 : link.lmc;
            this.peerLid = link.peerLid;
        }

        /** Creates the end of a link that the text omits. */
        PortDraft(NodeDraft node, PortDraft opposite) {
            this.line = opposite.line;
            this.node = node;
            this.number = opposite.peer.port();
            this.peer = new TopologyPort.Peer(opposite.node.id, opposite.number);
            this.link = opposite.link;
        }

        private static int number(Line line, int most) {
            int number = line.decimal(1, most, "a port");
            line.require("]", "a closing bracket after the port");
            // The port number on the enclosure of a chassis.
            if (line.accept("[ext ")) {
                line.decimal(0, 254, "an external port");
                line.require("]", "a closing bracket after the external port");
            }
            return number;
        }

        private static long guid(Line line) {
            long guid = 0;
            if (line.accept("(")) {
                guid = line.hexadecimal(16, "a GUID");
                line.require(")", "a closing parenthesis after the GUID");
            }
            return guid;
        }

        /** Takes over the attributes that the other end gives for this one, which must agree. */
        void connect(PortDraft other) {
            opposite = other;
            if (node.isSwitch()) {
                return;
            }
            if (differ(guid, other.peerGuid) || differ(lid, other.peerLid)) {
                throw other.line.expected(
                        "the GUID and the LID that port " + number + " of \"" + node.id + "\" says of itself");
            }
            guid = guid != 0 ? guid : other.peerGuid;
            lid = lid != 0 ? lid : other.peerLid;
        }

        private static boolean differ(long one, long other) {
            return one != 0 && other != 0 && one != other;
        }

        boolean leadsTo(NodeDraft other, int port) {
            return peer.nodeId().equals(other.id) && peer.port() == port;
        }

        TopologyPort build() {
            LinkAttributes far = opposite == null ? link : opposite.link;
            return new TopologyPort(
                    number,
                    Guid.of(guid),
                    lid,
                    lmc,
                    link.width(far),
                    link.speed(far),
                    link.virtualLanes,
                    Optional.of(peer));
        }
    }
}
