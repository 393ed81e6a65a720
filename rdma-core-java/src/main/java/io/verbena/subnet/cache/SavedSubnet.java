package io.verbena.subnet.cache;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import io.verbena.topology.TopologyReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a saved subnet in any of the formats that this library reads. */
public final class SavedSubnet {
    private static final int JSON = '{';
    private static final byte[] CACHE = {0x2b, (byte) 0x83, (byte) 0xe7, (byte) 0x8f};

    private SavedSubnet() {}

    /**
     * Reads a file as JSON, as a cache or as text of {@code ibnetdiscover}, according to its first bytes.
     *
     * @throws RdmaException if the file cannot be read or has errors
     */
    public static Subnet read(Path file) {
        byte[] bytes = FileErrors.access("read the saved subnet " + file, () -> Files.readAllBytes(file));
        String source = file.toString();
        if (isJson(bytes)) {
            return SubnetJson.read(source, bytes);
        }
        return isCache(bytes)
                ? SubnetCache.read(source, bytes)
                : TopologySubnet.of(source, TopologyReader.read(source, new String(bytes, StandardCharsets.UTF_8)));
    }

    /**
     * Returns whether a file is neither JSON nor a cache, so that it can only be text of {@code ibnetdiscover}. A file that cannot be
     * read is not one of these either.
     */
    public static boolean isText(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(CACHE.length);
            return !isJson(start) && !isCache(start);
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean isJson(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == JSON;
    }

    private static boolean isCache(byte[] bytes) {
        return bytes.length >= CACHE.length && Arrays.equals(bytes, 0, CACHE.length, CACHE, 0, CACHE.length);
    }
}
