package io.verbena.diag.ibdm;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Field;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the file {@code .db} of ibdiagnet: the nodes, ports and links that it discovered, as two arrays of Tcl.
 * The file contains the fields of PortInfo that IBA 1.2 defines, so that speeds above QDR become QDR.
 */
public final class SubnetDatabase {
    private static final int MAX_PORTS = 254;

    /** The fields of PortInfo by the names of the file. Several fields of one name share a byte. */
    private static final Map<String, List<Field>> FIELDS = new LinkedHashMap<>();

    static {
        field("m_key", "mKey");
        field("subnet_prefix", "gidPrefix");
        field("base_lid", "lid");
        field("master_sm_base_lid", "masterSmLid");
        field("capability_mask", "capabilityMask");
        field("diag_code", "diagCode");
        field("m_key_lease_period", "mKeyLeasePeriod");
        field("local_port_num", "localPortNum");
        field("link_width_enabled", "linkWidthEnabled");
        field("link_width_supported", "linkWidthSupported");
        field("link_width_active", "linkWidthActive");
        field("state_info1", "linkSpeedSupported", "portState");
        field("state_info2", "portPhysicalState", "linkDownDefaultState");
        field("mkey_lmc", "mKeyProtectBits", "lmc");
        field("link_speed", "linkSpeedActive", "linkSpeedEnabled");
        field("mtu_smsl", "neighborMtu", "masterSmSl");
        field("vl_cap", "vlCap", "initType");
        field("vl_high_limit", "vlHighLimit");
        field("vl_arb_high_cap", "vlArbitrationHighCap");
        field("vl_arb_low_cap", "vlArbitrationLowCap");
        field("mtu_cap", "initTypeReply", "mtuCap");
        field("vl_stall_life", "vlStallCount", "hoqLife");
        field(
                "vl_enforce",
                "operationalVls",
                "partitionEnforcementInbound",
                "partitionEnforcementOutbound",
                "filterRawInbound",
                "filterRawOutbound");
        field("m_key_violations", "mKeyViolations");
        field("p_key_violations", "pKeyViolations");
        field("q_key_violations", "qKeyViolations");
        field("guid_cap", "guidCap");
        field("subnet_timeout", "subnetTimeout");
        field("resp_time_value", "respTimeValue");
        field("error_threshold", "localPhyErrors", "overrunErrors");
    }

    private SubnetDatabase() {}

    private static void field(String name, String... fields) {
        FIELDS.put(name, Arrays.stream(fields).map(PortInfo.LAYOUT::field).toList());
    }

    /** Returns the number of bits behind a field in its last byte. */
    private static int shift(Field field) {
        return Math.floorMod(-field.bit() - field.width(), Byte.SIZE);
    }

    /** Returns the lines of a subnet. */
    public static List<String> lines(Subnet subnet) {
        List<String> lines = new ArrayList<>(List.of("array set G {"));
        BiConsumer<String, String> entry = (key, value) -> lines.add("{data:" + key + "} {" + value + "}");
        List<String> paths = new ArrayList<>();
        List<String> guids = new ArrayList<>();
        for (Node node : subnet.nodes()) {
            String guid = node.guid().toHex();
            String path = node.findPath().map(SubnetDatabase::route).orElse("");
            entry.accept("NodeInfo." + guid, nodeInfo(node.info()));
            entry.accept("NodeDesc." + guid, node.description().replaceAll("[{}\\\\]", "_"));
            entry.accept("dr.path.to.node." + guid, path);
            for (Port port : node.ports()) {
                if (port.isEndPort() || port.peer().isPresent()) {
                    // A list of links contains the LID of a switch, but no PortInfo of its port 0.
                    PortInfo info = port.info().orElseGet(() -> new PortInfo().lid(port.lid()));
                    entry.accept("PortInfo." + guid + ":" + port.number(), portInfo(info));
                }
                if (node.isSwitch() ? port.number() == 0 : port.peer().isPresent()) {
                    String number = node.isSwitch() ? "0" : String.valueOf(port.number());
                    guids.add(port.guid().toHex());
                    entry.accept("PortGuid." + guid + ":" + number, port.guid().toHex());
                    entry.accept("NodeGuid." + port.guid().toHex(), guid);
                    entry.accept("dr.path.to.guid." + port.guid().toHex(), path);
                    entry.accept("guid.by.dr.path." + path, port.guid().toHex());
                    paths.add("{" + path + "}");
                }
            }
        }
        entry.accept(
                "list.node.guids",
                subnet.nodes().stream().map(node -> node.guid().toHex()).collect(Collectors.joining(" ")));
        entry.accept("list.port.guids", String.join(" ", guids));
        entry.accept("list.direct.path", String.join(" ", paths));
        entry.accept(
                "root.port.lid", String.format("0x%04x", subnet.origin().lid().bits()));
        entry.accept("root.port.number", String.valueOf(subnet.origin().number()));
        entry.accept("counter.SW", String.valueOf(subnet.nodes(NodeType.SWITCH).size()));
        entry.accept(
                "counter.CA",
                String.valueOf(subnet.nodes(NodeType.CHANNEL_ADAPTER).size()));
        lines.add("}");
        lines.add("array set Neighbor {");
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                port.peer().ifPresent(peer -> lines.add("{" + end(port) + "} {" + end(peer) + "}"));
            }
        }
        lines.add("}");
        return lines;
    }

    private static String end(Port port) {
        return port.node().guid().toHex() + ":" + port.number();
    }

    private static String route(DirectedPath path) {
        List<String> ports = new ArrayList<>();
        for (int hop = 0; hop < path.hops(); hop++) {
            ports.add(String.valueOf(path.port(hop)));
        }
        return String.join(" ", ports);
    }

    private static String nodeInfo(NodeInfo info) {
        return String.format(
                "-base_version %d -class_version %d -node_type %d -num_ports %d -sys_guid %s -node_guid %s -port_guid %s"
                        + " -partition_cap %d -device_id %d -revision %d -port_num_vendor_id %d ",
                info.baseVersion(),
                info.classVersion(),
                info.nodeType().code(),
                info.numPorts(),
                info.systemImageGuid().toHex(),
                info.nodeGuid().toHex(),
                info.portGuid().toHex(),
                info.partitionCap(),
                info.deviceId(),
                info.revision(),
                (long) info.localPortNum() << 24 | info.vendorId());
    }

    private static String portInfo(PortInfo info) {
        StringBuilder text = new StringBuilder();
        FIELDS.forEach((name, fields) -> {
            long value = 0;
            for (Field field : fields) {
                value |= field.bits(info) << shift(field);
            }
            boolean hex = fields.get(0).width() == Long.SIZE;
            text.append(String.format(hex ? "-%s 0x%016x " : "-%s %d ", name, value));
        });
        return text.toString();
    }

    /**
     * Reads a file.
     *
     * @throws RdmaException if the file cannot be read, is not such a file, or has no nodes
     */
    public static Subnet read(Path file) {
        return FileErrors.access(
                "read " + file,
                () -> parse(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
    }

    /**
     * Reads a text.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if the text is not such a file, or has no nodes
     */
    public static Subnet parse(String source, String text) {
        return new Reader(source, text).read();
    }

    /** Reads the two arrays, and builds the subnet from the entries that describe nodes, ports and links. */
    private static final class Reader {
        private final String source;
        private final TclList words;
        private final SubnetBuilder subnet = new SubnetBuilder().inOrderOfArrival();

        Reader(String source, String text) {
            this.source = source;
            this.words = new TclList(text);
        }

        Subnet read() {
            Map<String, Map<String, String>> arrays = new HashMap<>();
            List<String> all = words.elements();
            for (int i = 0; i + 3 < all.size(); i += 4) {
                if (!all.get(i).equals("array") || !all.get(i + 1).equals("set")) {
                    throw error("'array set NAME {…}'", all.get(i));
                }
                List<String> entries = new TclList(all.get(i + 3)).elements();
                Map<String, String> array = new LinkedHashMap<>();
                for (int j = 0; j + 1 < entries.size(); j += 2) {
                    array.put(entries.get(j).replaceFirst("^data:", ""), entries.get(j + 1));
                }
                arrays.put(all.get(i + 2), array);
            }
            Map<String, String> data = arrays.getOrDefault("G", Map.of());
            data.forEach((key, value) -> {
                if (key.startsWith("NodeInfo.")) {
                    node(key.substring("NodeInfo.".length()), new TclList(value).options(), data);
                }
            });
            data.forEach((key, value) -> {
                if (key.startsWith("PortInfo.")) {
                    port(key.substring("PortInfo.".length()), new TclList(value).options(), data);
                }
            });
            arrays.getOrDefault("Neighbor", Map.of()).forEach((from, to) -> subnet.link(find(from), find(to)));
            return subnet.build(origin(data), 0);
        }

        private RdmaException error(String expected, String found) {
            String shown = found.length() > 80 ? found.substring(0, 80) + "…" : found;
            return new RdmaException(source + ": expected " + expected + ", found '" + shown + "'");
        }

        private long number(String text, long max) {
            try {
                boolean hex = text.startsWith("0x");
                long value = Long.parseUnsignedLong(hex ? text.substring(2) : text, hex ? 16 : 10);
                if (max < 0 || (value >= 0 && value <= max)) {
                    return value;
                }
            } catch (NumberFormatException e) {
                throw error("a number", text);
            }
            throw error("a number from 0 to " + max, text);
        }

        private Guid guid(String text) {
            return Guid.of(number(text.startsWith("0x") ? text : "0x" + text, -1));
        }

        private void node(String name, Map<String, String> fields, Map<String, String> data) {
            Guid guid = guid(name);
            int type = (int) number(fields.getOrDefault("node_type", "0"), 3);
            long vendor = number(fields.getOrDefault("port_num_vendor_id", "0"), 0xffffffffL);
            int ports = (int) number(fields.getOrDefault("num_ports", "0"), MAX_PORTS);
            subnet.node(new NodeInfo()
                    .baseVersion((int) number(fields.getOrDefault("base_version", "1"), 255))
                    .classVersion((int) number(fields.getOrDefault("class_version", "1"), 255))
                    .nodeTypeBits(type)
                    .numPorts(ports)
                    .systemImageGuid(guid(fields.getOrDefault("sys_guid", "0")))
                    .nodeGuid(guid)
                    .portGuid(guid(fields.getOrDefault("port_guid", "0")))
                    .partitionCap((int) number(fields.getOrDefault("partition_cap", "0"), 0xffff))
                    .deviceId((int) number(fields.getOrDefault("device_id", "0"), 0xffff))
                    .revision(number(fields.getOrDefault("revision", "0"), 0xffffffffL))
                    .localPortNum(Math.min(ports, (int) (vendor >>> 24)))
                    .vendorId((int) vendor & 0xffffff));
            String description = data.getOrDefault("NodeDesc." + name, "");
            if (description.getBytes(StandardCharsets.UTF_8).length <= NodeDescription.LENGTH) {
                subnet.description(guid, new NodeDescription().nodeString(description));
            }
            if (type == NodeType.SWITCH.code()) {
                subnet.switchInfo(guid, new SwitchInfo());
                subnet.port(guid, 0);
            }
        }

        private void port(String key, Map<String, String> fields, Map<String, String> data) {
            PortInfo info = new PortInfo();
            fields.forEach((name, text) -> {
                if (FIELDS.containsKey(name)) {
                    long value = number(text, -1);
                    for (Field field : FIELDS.getOrDefault(name, List.of())) {
                        field.set(info, 0, (value >>> shift(field)) & (-1L >>> (Long.SIZE - field.width())));
                    }
                }
            });
            Port port = find(key);
            Guid node = port.node().guid();
            subnet.port(node, port.number(), info);
            String guid = data.get("PortGuid." + key);
            if (guid != null) {
                subnet.port(node, port.number(), guid(guid));
            }
            if (port.node().isSwitch()
                    && port.number() > 0
                    && info.lid().isUnicast()
                    && port.endPort().lid().equals(Lid.NONE)) {
                subnet.lid(subnet.port(node, 0), info.lid());
            }
        }

        /** Returns the port with a name such as {@code 0x0002c90000010000:3}. */
        private Port find(String name) {
            int colon = name.indexOf(':');
            if (colon < 0) {
                throw error("a node and a port, such as '0x0002c90000010000:3'", name);
            }
            Guid guid = guid(name.substring(0, colon));
            Optional<Node> node = subnet.node(guid);
            if (node.isEmpty()) {
                throw error("a node with a NodeInfo", name);
            }
            return subnet.port(guid, (int)
                    number(name.substring(colon + 1), node.get().info().numPorts()));
        }

        /** Returns the port from which the subnet was read: the first of the list of ports. */
        private Port origin(Map<String, String> data) {
            return new TclList(data.getOrDefault("list.port.guids", ""))
                    .elements().stream()
                            .flatMap(guid -> Stream.ofNullable(data.get("NodeGuid." + guid))
                                    .flatMap(node -> subnet.node(guid(node)).stream())
                                    .flatMap(node -> node.ports().stream())
                                    .filter(port -> port.guid().equals(guid(guid))))
                            .findFirst()
                            .or(() -> subnet.node(firstNode(data))
                                    .flatMap(node -> node.ports().stream().findFirst()))
                            .orElseThrow(() -> error("a node with a port", source));
        }

        private Guid firstNode(Map<String, String> data) {
            return data.keySet().stream()
                    .filter(key -> key.startsWith("NodeInfo."))
                    .findFirst()
                    .map(key -> guid(key.substring("NodeInfo.".length())))
                    .orElseThrow(() -> error("nodes, which 'ibdiagnet' writes", ""));
        }
    }

    /** A list of Tcl: words that are separated by blanks, in braces if they contain blanks themselves. */
    private static final class TclList {
        private final String text;
        private int at;

        TclList(String text) {
            this.text = text;
        }

        List<String> elements() {
            List<String> elements = new ArrayList<>();
            for (@Nullable String next = next(); next != null; next = next()) {
                elements.add(next);
            }
            return elements;
        }

        /** Returns a list of options as a map, such as {@code -base_lid 21}. */
        Map<String, String> options() {
            List<String> elements = elements();
            Map<String, String> options = new HashMap<>();
            for (int i = 0; i + 1 < elements.size(); i += 2) {
                options.put(elements.get(i).replaceFirst("^-", ""), elements.get(i + 1));
            }
            return options;
        }

        private @Nullable String next() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                return null;
            }
            int start = at;
            if (text.charAt(at) != '{') {
                while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
                    at++;
                }
                return text.substring(start, at);
            }
            for (int depth = 0; at < text.length(); at++) {
                depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
                if (depth == 0) {
                    return text.substring(start + 1, at++);
                }
            }
            return text.substring(start + 1);
        }
    }
}
