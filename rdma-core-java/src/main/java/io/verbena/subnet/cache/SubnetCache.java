package io.verbena.subnet.cache;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetBuilder;
import io.verbena.subnet.cache.CacheWriter.CacheFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cache format of libibnetdisc, version 1 in little-endian order, which {@code ibnetdiscover --cache} writes and
 * other commands read with {@code --load-cache}. It contains nodes, ports and links, but neither failures nor FDR10.
 */
public final class SubnetCache {
    private static final long MAX_BYTES = 1L << 30;

    private SubnetCache() {}

    /**
     * Reads a file. The nodes keep their order.
     *
     * @throws CacheFormatException if the file is not a cache of this version, or is truncated
     * @throws RdmaException if the file cannot be read, or exceeds 1 GiB
     */
    public static Subnet read(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new RdmaException("cannot read the cache " + file + ": it has " + size
                        + " bytes; no subnet fills more than " + MAX_BYTES);
            }
            return read(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new RdmaException("cannot read the cache " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Reads the content of a file.
     *
     * @param source name of the source, for messages
     * @throws CacheFormatException if the bytes are not a cache of this version, or are truncated
     */
    public static Subnet read(String source, byte[] bytes) {
        return new CacheReader(source, bytes).read();
    }

    /**
     * Writes a file, replacing an existing one atomically.
     *
     * @throws RdmaException if the file cannot be written
     */
    public static void write(Subnet subnet, Path file) {
        replace(file, toBytes(subnet));
    }

    /** Returns the content of a file. */
    public static byte[] toBytes(Subnet subnet) {
        return new CacheWriter(subnet).write();
    }

    static void replace(Path file, byte[] bytes) {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(beside, bytes);
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new RdmaException("cannot write " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /** Reads the cache format of libibnetdisc. Counts are compared with the remaining length before memory is allocated. */
    private static final class CacheReader {
        private final String source;
        private final ByteBuffer in;
        private final SubnetBuilder subnet = new SubnetBuilder().inOrderOfArrival();
        private final Map<Key, Port> ports = new HashMap<>();
        private final List<Link> links = new ArrayList<>();

        private record Key(long guid, int number) {
            @Override
            public String toString() {
                return "port " + number + " of GUID " + Guid.of(guid).toHex();
            }
        }

        private record Link(Port from, Key to) {}

        CacheReader(String source, byte[] bytes) {
            this.source = source;
            this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        Subnet read() {
            require(CacheFormat.HEADER, "a header");
            int magic = in.getInt();
            if (magic != CacheFormat.MAGIC) {
                throw error(
                        0,
                        String.format(
                                "expected 0x%08x, with which a cache of ibnetdiscover begins, not 0x%08x",
                                CacheFormat.MAGIC, magic));
            }
            int version = in.getInt();
            if (version != CacheFormat.VERSION) {
                throw error(
                        4,
                        "expected version " + CacheFormat.VERSION + ", not " + Integer.toUnsignedString(version)
                                + "; write the cache again");
            }
            int nodes = count("nodes", CacheFormat.NODE);
            int portCount = count("ports", CacheFormat.PORT);
            Guid origin = Guid.of(in.getLong());
            in.getInt(); // the hops, which follow from the links
            for (int i = 0; i < nodes; i++) {
                node(i + 1, nodes);
            }
            for (int i = 0; i < portCount; i++) {
                port(i + 1, portCount);
            }
            if (in.hasRemaining()) {
                throw error(
                        in.position(),
                        "expected the end behind " + nodes + " nodes and " + portCount + " ports, not " + in.remaining()
                                + " more bytes");
            }
            links.forEach(this::link);
            return build(origin);
        }

        private int count(String what, int least) {
            int at = in.position();
            int count = in.getInt();
            if (count < 0 || (long) count * least > in.remaining()) {
                throw error(
                        at,
                        "expected no more " + what + " than the " + in.limit() + " bytes of the file hold, not "
                                + Integer.toUnsignedString(count) + " of " + least + " bytes or more");
            }
            return count;
        }

        private void node(int number, int of) {
            String what = "node " + number + " of " + of;
            require(CacheFormat.NODE, what);
            in.position(in.position() + 4); // LID, LMC and port 0, which stand in the structures too
            Optional<SwitchInfo> switchInfo = payload(SwitchInfo.LAYOUT);
            int at = in.position();
            Guid guid = Guid.of(in.getLong());
            NodeInfo info = nodeInfo(guid, at, what);
            if (subnet.node(guid).isPresent()) {
                throw error(at, "expected each node once, not " + guid.toHex() + " again");
            }
            if (info.localPortNum() > info.numPorts()) {
                throw error(
                        at,
                        "expected a node that was seen from one of its " + info.numPorts() + " ports, not from port "
                                + info.localPortNum());
            }
            subnet.node(info);
            payload(NodeDescription.LAYOUT).ifPresent(text -> subnet.description(info.nodeGuid(), text));
            switchInfo.ifPresent(abilities -> subnet.switchInfo(info.nodeGuid(), abilities));
            // Port numbers follow from the port records.
            int keys = in.get() & 0xff;
            require(keys * CacheFormat.KEY, "the " + keys + " ports of " + what);
            in.position(in.position() + keys * CacheFormat.KEY);
        }

        /**
         * Returns the NodeInfo of a record. The C cache editor changes the GUID in front of the NodeInfo but not the one in
         * it; the former counts if everything else is equal.
         */
        private NodeInfo nodeInfo(Guid guid, int at, String what) {
            int type = in.get() & 0xff;
            int ports = in.get() & 0xff;
            NodeInfo info = NodeInfo.LAYOUT.decode(bytes(NodeInfo.LENGTH));
            if (guid.equals(info.nodeGuid())) {
                return info;
            }
            if (guid.equals(Guid.ZERO) || type != info.nodeTypeBits() || ports != info.numPorts()) {
                throw error(
                        at,
                        "expected the GUID of the NodeInfo of " + what + ", "
                                + info.nodeGuid().toHex() + ", or another of a node of its type with its "
                                + info.numPorts()
                                + " ports, not " + guid.toHex() + " of type " + type + " with " + ports);
            }
            NodeInfo edited = NodeInfo.LAYOUT.copy(info).nodeGuid(guid);
            return info.nodeType() == NodeType.SWITCH && info.portGuid().equals(info.nodeGuid())
                    ? edited.portGuid(guid)
                    : edited;
        }

        private void port(int number, int of) {
            String what = "port " + number + " of " + of;
            require(CacheFormat.PORT, what);
            int at = in.position();
            Key key = key();
            in.get(); // the number on the outside of its chassis, which the grouping finds again
            Lid lid = Lid.of(in.getShort() & 0xffff);
            in.get(); // the LMC, which is in the PortInfo
            Optional<PortInfo> info = payload(PortInfo.LAYOUT);
            Guid node = Guid.of(in.getLong());
            boolean linked = in.get() != 0;
            Key peer = key();
            Node owner = subnet.node(node)
                    .orElseThrow(() -> error(
                            at, "expected " + what + " to be of a node that is in the cache, not of " + node.toHex()));
            int last = owner.info().numPorts();
            if (key.number() > last) {
                throw error(at, "expected a port of " + owner + ", from 0 to " + last + ", not " + key.number());
            }
            Port port = subnet.port(node, key.number(), Guid.of(key.guid()));
            if (port.isEndPort()) {
                subnet.lid(port, lid);
            }
            info.ifPresent(value -> subnet.port(node, key.number(), value));
            if (ports.putIfAbsent(key, port) != null) {
                throw error(at, "expected each port once, not " + key + " again");
            }
            if (linked) {
                links.add(new Link(port, peer));
            }
        }

        private void link(Link link) {
            Port to = ports.get(link.to());
            if (to == null) {
                subnet.fail(new RdmaException(
                        source + ": " + link.from() + " has a link to " + link.to() + ", which is not in the cache"));
            } else {
                subnet.link(link.from(), to);
            }
        }

        private Subnet build(Guid origin) {
            Port seen = subnet.node(origin)
                    .flatMap(node -> node.port(node.info().localPortNum()))
                    .orElseThrow(() -> error(
                            16,
                            "expected the GUID of a node that is in the cache, from which it was made," + " not "
                                    + origin.toHex()));
            return subnet.build(seen, 0);
        }

        private Key key() {
            return new Key(in.getLong(), in.get() & 0xff);
        }

        private byte[] bytes(int length) {
            byte[] payload = new byte[CacheFormat.PAYLOAD];
            in.get(payload);
            return Arrays.copyOf(payload, length);
        }

        /** Returns an attribute; zeros represent one that was not read. */
        private <T extends Structure> Optional<T> payload(Layout<T> layout) {
            byte[] payload = bytes(layout.length());
            for (byte value : payload) {
                if (value != 0) {
                    return Optional.of(layout.decode(payload));
                }
            }
            return Optional.empty();
        }

        private void require(int length, String what) {
            if (in.remaining() < length) {
                throw error(
                        in.position(),
                        "expected " + what + ", which has " + length + " bytes, but only " + in.remaining()
                                + " are left; the file is cut short");
            }
        }

        private CacheFormatException error(int at, String problem) {
            return new CacheFormatException(source, at, problem);
        }
    }
}
