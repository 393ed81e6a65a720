package io.verbena.spring.boot.actuate;

import io.verbena.error.RdmaException;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import io.verbena.subnet.cache.SubnetCache;
import io.verbena.subnet.cache.SubnetJson;
import io.verbena.subnet.diff.DiffCheck;
import io.verbena.subnet.diff.NodeDifference;
import io.verbena.subnet.diff.PortDifference;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.topology.TopologyReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The differences between a saved subnet and the current one.
 *
 * @param saved the file of the saved subnet
 * @param nodes the nodes that differ
 */
record TopologyDifference(String saved, List<NodeChange> nodes) {
    private static final int JSON = '{';
    private static final byte[] CACHE = {0x2b, (byte) 0x83, (byte) 0xe7, (byte) 0x8f};

    /** A node that differs; the change is {@code ADDED}, {@code GONE} or {@code CHANGED}. */
    record NodeChange(String guid, String name, String change, List<PortChange> ports) {
        static NodeChange of(NodeDifference difference) {
            Node node = difference.after().orElseGet(difference::node);
            String change =
                    difference.before().isEmpty() ? "ADDED" : difference.after().isEmpty() ? "GONE" : "CHANGED";
            return new NodeChange(
                    node.guid().toHex(),
                    node.description(),
                    change,
                    difference.ports().stream().map(PortChange::of).toList());
        }
    }

    /** A port that differs. */
    record PortChange(int number, List<String> changes) {
        static PortChange of(PortDifference difference) {
            return new PortChange(
                    difference.number(),
                    difference.changes().stream().map(Enum::name).sorted().toList());
        }
    }

    static TopologyDifference between(String saved, Subnet subnet) {
        return new TopologyDifference(
                saved,
                SubnetDiff.of(read(Path.of(saved)), subnet, DiffCheck.DEFAULTS).nodes().stream()
                        .map(NodeChange::of)
                        .toList());
    }

    /** Reads a file as JSON, as a cache or as text, according to its first bytes. */
    private static Subnet read(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new RdmaException("cannot read " + file + " of rdma.subnet.saved: " + e, e);
        }
        String source = file.toString();
        if (bytes.length > 0 && bytes[0] == JSON) {
            return SubnetJson.read(source, bytes);
        }
        boolean cache = bytes.length >= CACHE.length && Arrays.equals(bytes, 0, CACHE.length, CACHE, 0, CACHE.length);
        return cache
                ? SubnetCache.read(source, bytes)
                : TopologySubnet.of(source, TopologyReader.read(source, new String(bytes, StandardCharsets.UTF_8)));
    }
}
