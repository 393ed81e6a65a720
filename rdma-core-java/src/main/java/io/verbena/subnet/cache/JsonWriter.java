package io.verbena.subnet.cache;

import io.verbena.iba.Structure;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a subnet as JSON, node by node. */
record JsonWriter(JsonGenerator json) {
    static final String FORMAT = "verbena-subnet";
    static final int VERSION = 1;

    static void write(Subnet subnet, OutputStream out) {
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
            new JsonWriter(json).subnet(subnet);
        }
    }

    private void subnet(Subnet subnet) {
        json.writeStartObject();
        json.writeStringProperty("format", FORMAT);
        json.writeNumberProperty("version", VERSION);
        end("origin", subnet.origin());
        json.writeNumberProperty("datagrams", subnet.datagrams());
        json.writeArrayPropertyStart("nodes");
        subnet.nodes().forEach(this::node);
        json.writeEndArray();
        json.writeArrayPropertyStart("failures");
        subnet.failures().forEach(failure -> json.writeString(failure.getMessage()));
        json.writeEndArray();
        json.writeEndObject();
    }

    private void node(Node node) {
        json.writeStartObject();
        json.writeStringProperty("guid", node.guid().toHex());
        json.writeStringProperty("type", node.type().name());
        json.writeStringProperty("description", node.description());
        node.findPath().map(DirectedPath::route).ifPresent(route -> json.writeStringProperty("path", route));
        structure("nodeInfo", Optional.of(node.info()));
        structure("nodeDescription", node.nodeDescription());
        structure("switchInfo", node.switchInfo());
        json.writeArrayPropertyStart("ports");
        node.ports().forEach(this::port);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void port(Port port) {
        json.writeStartObject();
        json.writeNumberProperty("number", port.number());
        json.writeStringProperty("guid", port.guid().toHex());
        json.writeNumberProperty("lid", port.lid().bits());
        json.writeNumberProperty("lmc", port.lmc());
        json.writeStringProperty("state", port.state().name());
        json.writeStringProperty("width", port.width().name());
        json.writeStringProperty("speed", port.speed().name());
        json.writeBooleanProperty("fdr10", port.isFdr10());
        structure("portInfo", port.info());
        port.peer().ifPresent(peer -> end("peer", peer));
        json.writeEndObject();
    }

    private void end(String name, Port port) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("node", port.node().guid().toHex());
        json.writeNumberProperty("port", port.number());
        json.writeEndObject();
    }

    private void structure(String name, Optional<? extends Structure> structure) {
        structure.ifPresent(
                bytes -> json.writeStringProperty(name, HexFormat.of().formatHex(bytes.toBytes())));
    }
}
