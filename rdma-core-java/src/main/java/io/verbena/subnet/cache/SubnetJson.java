package io.verbena.subnet.cache;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.subnet.Subnet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A subnet as JSON, with all that the model has but the index:
 *
 * <pre>
 * {"format": "verbena-subnet", "version": 1,
 *  "origin": {"node": "0x0008f10400050000", "port": 1}, "datagrams": 143,
 *  "nodes": [
 *    {"guid": "0x0008f10400050000", "type": "CHANNEL_ADAPTER", "description": "host5 HCA-1", "path": "0",
 *     "nodeInfo": "0101…", "nodeDescription": "686f…", "switchInfo": "0000…",
 *     "ports": [
 *       {"number": 1, "guid": "0x0008f10400050001", "lid": 3, "lmc": 0, "state": "ACTIVE",
 *        "width": "FOUR", "speed": "EDR", "fdr10": false, "portInfo": "0000…",
 *        "peer": {"node": "0x0002c90000020100", "port": 2}}]}],
 *  "failures": ["cannot read port 4 of …"]}
 * </pre>
 *
 * <p>Names and meanings of members stay as they are within a version; new ones may come, and readers pass over those they do
 * not know. {@code nodeInfo}, {@code nodeDescription}, {@code switchInfo} and {@code portInfo} are the structures as they
 * came, in hexadecimal, and what counts when it is read; those that did not come are left out. What they say stands beside
 * them for whoever does not want to take them apart.
 */
public final class SubnetJson {
    private SubnetJson() {}

    /**
     * Reads a file; the nodes stay in its order.
     *
     * @throws CacheFormatException if it is not JSON of this kind, or of a later version, or cut short
     * @throws RdmaException if the file cannot be read
     */
    public static Subnet read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new JsonReader(file.toString(), in).read();
        } catch (IOException e) {
            throw new RdmaException("cannot read the subnet " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Reads what such a file holds.
     *
     * @param source what messages call it
     * @throws CacheFormatException if it is not JSON of this kind, or of a later version, or cut short
     */
    public static Subnet read(String source, byte[] json) {
        return new JsonReader(source, new ByteArrayInputStream(json)).read();
    }

    /**
     * Writes a file, in place of one that may be there, whole or not at all.
     *
     * @throws RdmaException if it cannot be written
     */
    public static void write(Subnet subnet, Path file) {
        SubnetCache.replace(file, toBytes(subnet));
    }

    /** What such a file holds, in UTF-8. */
    public static byte[] toBytes(Subnet subnet) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter.write(subnet, out);
        return out.toByteArray();
    }
}
