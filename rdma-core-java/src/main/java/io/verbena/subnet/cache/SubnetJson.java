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
 * A subnet as JSON:
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
 * <p>Names and meanings of members do not change within a version. New members may be added; readers ignore unknown ones.
 * {@code nodeInfo}, {@code nodeDescription}, {@code switchInfo} and {@code portInfo} are the received attributes in
 * hexadecimal, from which the subnet is restored; attributes that were not read are omitted. The other members repeat their
 * contents for readers that do not decode them.
 */
public final class SubnetJson {
    private SubnetJson() {}

    /**
     * Reads a file. The nodes keep their order.
     *
     * @throws CacheFormatException if the file is not such JSON, is of a later version, or is truncated
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
     * Reads the content of a file.
     *
     * @param source name of the source, for messages
     * @throws CacheFormatException if the bytes are not such JSON, are of a later version, or are truncated
     */
    public static Subnet read(String source, byte[] json) {
        return new JsonReader(source, new ByteArrayInputStream(json)).read();
    }

    /**
     * Writes a file, replacing an existing one atomically.
     *
     * @throws RdmaException if the file cannot be written
     */
    public static void write(Subnet subnet, Path file) {
        SubnetCache.replace(file, toBytes(subnet));
    }

    /** Returns the content of a file in UTF-8. */
    public static byte[] toBytes(Subnet subnet) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter.write(subnet, out);
        return out.toByteArray();
    }
}
