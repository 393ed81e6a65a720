package io.verbena.buffer;

import io.verbena.error.FileErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where the memory of slabs comes from. */
@FunctionalInterface
interface SlabMemory {
    /** A device maps pages, and some want them whole. */
    int ALIGNMENT = 4096;

    /** Direct memory of so many bytes, whose first byte begins a page. */
    ByteBuffer allocate(int bytes);

    /** Memory of the JVM, counted by {@code -XX:MaxDirectMemorySize}. */
    static SlabMemory direct() {
        return bytes -> ByteBuffer.allocateDirect(bytes + ALIGNMENT)
                .alignedSlice(ALIGNMENT)
                .slice(0, bytes);
    }

    /**
     * Pages of a file system such as {@code /dev/hugepages}, in files that are gone from the folder at once. Their memory is
     * given back when nobody reaches it any more.
     */
    static SlabMemory inFolder(Path folder) {
        return bytes -> {
            try {
                Path file = Files.createTempFile(folder, "verbena-", ".slab");
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
                } finally {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot map " + bytes + " bytes in " + folder + ": " + FileErrors.reason(e)
                                + "; mount a hugetlbfs there, and reserve pages with sysctl vm.nr_hugepages",
                        e);
            }
        };
    }
}
