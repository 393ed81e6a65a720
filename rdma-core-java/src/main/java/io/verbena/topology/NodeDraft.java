package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import java.util.Map;
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
    private final int numPorts;
    private final String id;
    private final NodeAttributes attributes;
    private final SortedMap<Integer, PortDraft> ports = new TreeMap<>();
    private String description;
    private boolean enhanced;
    private int lid;
    private int lmc;

    NodeDraft(String typeName, NodeAttributes attributes, Line line) {
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
            lid = number(comment.group("lid"));
            lmc = number(comment.group("lmc"));
        }
    }

    private int number(@Nullable String digits) {
        int value = digits == null ? 0 : Integer.parseInt(digits);
        if (value > Lid.PERMISSIVE.bits()) {
            throw line.expected("a LID from 0 to 65535");
        }
        return value;
    }

    void add(PortDraft port) {
        if (ports.putIfAbsent(port.number(), port) != null) {
            throw port.line().expected("each port of \"" + id + "\" only once");
        }
    }

    String id() {
        return id;
    }

    int numPorts() {
        return numPorts;
    }

    boolean isSwitch() {
        return type == NodeType.SWITCH;
    }

    SortedMap<Integer, PortDraft> ports() {
        return ports;
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
}
