package io.verbena.subnet.cache;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.subnet.Subnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The cache of libibnetdisc, which {@code ibnetdiscover --cache} writes and its siblings read with {@code --load-cache}:
 * version 1, little endian. It carries what the nodes and ports said and the links; not the failures, nor that a speed is
 * FDR10.
 */
public final class SubnetCache {
    private static final long MOST_BYTES = 1L << 30;

    private SubnetCache() {}

    /**
     * Reads a file; the nodes stay in its order.
     *
     * @throws CacheFormatException if it is not such a cache, or of another version, or cut short
     * @throws RdmaException if the file cannot be read, or is longer than the 1 GiB that no subnet fills
     */
    public static Subnet read(Path file) {
        try {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw new RdmaException("cannot read the cache " + file + ": it has " + size
                        + " bytes; no subnet fills more than " + MOST_BYTES);
            }
            return read(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new RdmaException("cannot read the cache " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Reads what such a file holds.
     *
     * @param source what messages call it
     * @throws CacheFormatException if it is not such a cache, or of another version, or cut short
     */
    public static Subnet read(String source, byte[] bytes) {
        return new CacheReader(source, bytes).read();
    }

    /**
     * Writes a file, in place of one that may be there, whole or not at all.
     *
     * @throws RdmaException if it cannot be written
     */
    public static void write(Subnet subnet, Path file) {
        replace(file, toBytes(subnet));
    }

    /** What such a file holds. */
    public static byte[] toBytes(Subnet subnet) {
        return new CacheWriter(subnet).write();
    }

    /** Puts a file into the place of another, so that nobody ever reads half of it. */
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
