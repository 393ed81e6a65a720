package io.verbena.subnet.cache;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.subnet.Subnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
}
