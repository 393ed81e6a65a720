package io.verbena.subnet.cache;

import io.verbena.iba.Guid;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.chassis.ChassisGrouping;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Writes the cache format of libibnetdisc. */
final class CacheWriter {
    private final Subnet subnet;
    private final ChassisGrouping chassis;
    private final List<Port> ports;
    private final ByteBuffer out;

    CacheWriter(Subnet subnet) {
        this.subnet = subnet;
        this.chassis = ChassisGrouping.of(subnet);
        this.ports =
                subnet.nodes().stream().flatMap(node -> ports(node).stream()).toList();
        int length = CacheFormat.HEADER
                + subnet.nodes().size() * CacheFormat.NODE
                + ports.size() * (CacheFormat.KEY + CacheFormat.PORT);
        this.out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the ports with attributes; the C format has no others. */
    private static List<Port> ports(Node node) {
        return node.ports().stream()
                .filter(port -> port.info().isPresent() || port.peer().isPresent())
                .toList();
    }

    byte[] write() {
        out.putInt(CacheFormat.MAGIC).putInt(CacheFormat.VERSION);
        out.putInt(subnet.nodes().size()).putInt(ports.size());
        out.putLong(subnet.origin().node().guid().bits()).putInt(subnet.maxHops());
        subnet.nodes().forEach(this::node);
        ports.forEach(this::port);
        return out.array();
    }

    private void node(Node node) {
        Optional<Port> zero = node.isSwitch() ? node.port(0) : Optional.empty();
        out.putShort((short) zero.map(port -> port.lid().bits()).orElse(0).intValue());
        out.put((byte) zero.map(Port::lmc).orElse(0).intValue());
        out.put((byte)
                node.switchInfo().map(SwitchInfo::enhancedPort0).orElse(0).intValue());
        payload(node.switchInfo());
        out.putLong(node.guid().bits());
        out.put((byte) node.info().nodeTypeBits()).put((byte) node.info().numPorts());
        payload(Optional.of(node.info()));
        payload(node.nodeDescription());
        List<Port> own = ports(node);
        out.put((byte) own.size());
        own.forEach(this::key);
    }

    private void port(Port port) {
        key(port);
        out.put((byte) chassis.externalPort(port).orElse(0).intValue());
        out.putShort((short) port.lid().bits()).put((byte) port.lmc());
        payload(port.info());
        out.putLong(port.node().guid().bits());
        out.put((byte) (port.peer().isPresent() ? 1 : 0));
        port.peer().ifPresentOrElse(this::key, () -> out.putLong(0).put((byte) 0));
    }

    private void key(Port port) {
        // A port is identified by its GUID, or by that of its node if its own is unknown.
        Guid guid = port.guid().equals(Guid.ZERO) ? port.node().guid() : port.guid();
        out.putLong(guid.bits()).put((byte) port.number());
    }

    private void payload(Optional<? extends Structure> structure) {
        byte[] bytes = structure.map(Structure::toBytes).orElse(new byte[0]);
        out.put(bytes).put(new byte[CacheFormat.PAYLOAD - bytes.length]);
    }

    /** Lengths in bytes of the cache format. */
    static final class CacheFormat {
        static final int MAGIC = 0x8fe7832b;
        static final int VERSION = 1;
        static final int HEADER = 28;
        /** Length of an attribute, padded to the payload of a datagram. */
        static final int PAYLOAD = 64;
        /** Length of a node without its ports. */
        static final int NODE = 15 + 3 * PAYLOAD;
        /** Length of GUID and number of a port. */
        static final int KEY = 9;

        static final int PORT = 31 + PAYLOAD;

        private CacheFormat() {}
    }
}
