package io.verbena.subnet.cache;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetBuilder;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads a subnet from JSON as a stream of tokens. */
final class JsonReader {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxStringLength(65_536)
                    .maxNameLength(256)
                    .maxNumberLength(20)
                    .maxDocumentLength(1L << 30)
                    .build())
            .build();

    private final String source;
    private final JsonParser json;
    private final SubnetBuilder subnet = new SubnetBuilder().inOrderOfArrival();
    private final List<Link> links = new ArrayList<>();
    private boolean known;
    private boolean versioned;
    private @Nullable End origin;
    private long datagrams;

    private record End(Guid node, int port) {}

    private record Link(Port from, End to) {}

    JsonReader(String source, InputStream in) {
        this.source = source;
        this.json = FACTORY.createParser(ObjectReadContext.empty(), in);
    }

    Subnet read() {
        try (json) {
            json.nextToken();
            object("a subnet", this::member);
            if (!known || !versioned || origin == null) {
                throw error("expected the members format, version, origin and nodes");
            }
            Port seen = find(origin).orElseThrow(() -> error("expected an origin among the ports of the nodes"));
            links.forEach(this::link);
            return subnet.build(seen, datagrams);
        } catch (JacksonException e) {
            throw error("expected JSON; " + e.getOriginalMessage());
        }
    }

    private void member(String name) {
        switch (name) {
            case "format" -> {
                known = JsonWriter.FORMAT.equals(text());
                if (!known) {
                    throw error("expected the format \"" + JsonWriter.FORMAT + "\"");
                }
            }
            case "version" -> {
                long version = number(Integer.MAX_VALUE);
                versioned = version == JsonWriter.VERSION;
                if (!versioned) {
                    throw error("expected version " + JsonWriter.VERSION + ", not " + version);
                }
            }
            case "origin" -> origin = end();
            case "datagrams" -> datagrams = number(Long.MAX_VALUE);
            case "nodes" -> array(this::node);
            case "failures" -> array(() -> subnet.fail(new RdmaException(text())));
            default -> json.skipChildren();
        }
    }

    /** Members of an object, which are joined when it ends. */
    private static final class NodeMembers {
        private @Nullable NodeInfo info;
        private @Nullable NodeDescription description;
        private @Nullable SwitchInfo switchInfo;
        private final List<PortMembers> ports = new ArrayList<>();
    }

    private static final class PortMembers {
        private int number = -1;
        private Guid guid = Guid.ZERO;
        private Lid lid = Lid.NONE;
        private boolean fdr10;
        private @Nullable PortInfo info;
        private @Nullable End peer;
    }

    private void node() {
        NodeMembers node = new NodeMembers();
        object("a node", name -> {
            switch (name) {
                case "nodeInfo" -> node.info = structure(NodeInfo.LAYOUT);
                case "nodeDescription" -> node.description = structure(NodeDescription.LAYOUT);
                case "switchInfo" -> node.switchInfo = structure(SwitchInfo.LAYOUT);
                case "ports" -> array(() -> port(node));
                default -> json.skipChildren();
            }
        });
        NodeInfo info = node.info;
        if (info == null) {
            throw error("expected the nodeInfo of a node");
        }
        if (subnet.node(info.nodeGuid()).isPresent()) {
            throw error("expected each node once, not " + info.nodeGuid().toHex() + " again");
        }
        if (info.localPortNum() > info.numPorts()) {
            throw error("expected a node that was seen from one of its ports, not from port " + info.localPortNum());
        }
        subnet.node(info);
        if (node.description != null) {
            subnet.description(info.nodeGuid(), node.description);
        }
        if (node.switchInfo != null) {
            subnet.switchInfo(info.nodeGuid(), node.switchInfo);
        }
        node.ports.forEach(port -> add(info, port));
    }

    private void port(NodeMembers node) {
        PortMembers port = new PortMembers();
        object("a port", name -> {
            switch (name) {
                case "number" -> port.number = (int) number(254);
                case "guid" -> port.guid = guid();
                case "lid" -> port.lid = Lid.of((int) number(Lid.PERMISSIVE.bits()));
                case "fdr10" -> port.fdr10 = json.currentToken() == JsonToken.VALUE_TRUE;
                case "portInfo" -> port.info = structure(PortInfo.LAYOUT);
                case "peer" -> port.peer = end();
                default -> json.skipChildren();
            }
        });
        if (node.ports.size() > 254) {
            throw error("expected at most 255 ports of a node");
        }
        node.ports.add(port);
    }

    private void add(NodeInfo node, PortMembers members) {
        if (members.number < 0 || members.number > node.numPorts()) {
            throw error("expected the number of a port from 0 to " + node.numPorts() + ", not " + members.number);
        }
        Port port = subnet.port(node.nodeGuid(), members.number, members.guid);
        if (members.info != null) {
            subnet.port(node.nodeGuid(), members.number, members.info);
        }
        subnet.lid(port, members.lid);
        if (members.fdr10) {
            subnet.fdr10(port);
        }
        if (members.peer != null) {
            links.add(new Link(port, members.peer));
        }
    }

    private void link(Link link) {
        Port to = find(link.to())
                .orElseThrow(() -> error("expected the peer of " + link.from() + " among the ports of the nodes"));
        subnet.link(link.from(), to);
    }

    private Optional<Port> find(End end) {
        Optional<Node> node = subnet.node(end.node());
        return node.flatMap(found -> found.port(end.port()));
    }

    private End end() {
        Guid[] node = {Guid.ZERO};
        int[] port = {0};
        object("a node and a port", name -> {
            switch (name) {
                case "node" -> node[0] = guid();
                case "port" -> port[0] = (int) number(254);
                default -> json.skipChildren();
            }
        });
        return new End(node[0], port[0]);
    }

    /** Calls a consumer for each member of an object; the value is the current token. */
    private void object(String what, Consumer<String> member) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw error("expected " + what);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            member.accept(name);
        }
    }

    private void array(Runnable element) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw error("expected an array");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == null) {
                throw error("expected the end of an array; the file is cut short");
            }
            element.run();
        }
    }

    private String text() {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw error("expected text");
        }
        return json.getString();
    }

    private Guid guid() {
        String text = text();
        try {
            return Guid.parse(text);
        } catch (IllegalArgumentException e) {
            throw error("expected a GUID, 0x0002c90300001491, not '" + text.substring(0, Math.min(text.length(), 40))
                    + "'");
        }
    }

    private long number(long most) {
        if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            long value = json.getLongValue();
            if (value >= 0 && value <= most) {
                return value;
            }
        }
        throw error("expected a number from 0 to " + most);
    }

    private <T extends Structure> T structure(Layout<T> layout) {
        byte[] bytes;
        try {
            bytes = HexFormat.of().parseHex(text());
        } catch (IllegalArgumentException e) {
            throw error("expected hexadecimal digits; " + e.getMessage());
        }
        if (bytes.length != layout.length()) {
            throw error("expected the " + layout.length() + " bytes of a " + layout.name() + ", not " + bytes.length);
        }
        return layout.decode(bytes);
    }

    private CacheFormatException error(String problem) {
        return new CacheFormatException(
                source, Math.max(0, json.currentLocation().getByteOffset()), problem);
    }
}
