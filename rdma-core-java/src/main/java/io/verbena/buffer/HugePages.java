package io.verbena.buffer;

import io.verbena.error.FileErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Pages of a file system such as {@code /dev/hugepages}, in files that are gone from the folder at once. Their memory is given
 * back when nobody reaches it any more.
 *
 * @param limitBytes how much memory all slabs together may have
 */
record HugePages(Path folder, long limitBytes) implements SlabMemory {
    private static final String SETTING = "/proc/sys/vm/nr_hugepages";

    @Override
    public ByteBuffer allocate(int bytes) {
        try {
            Path file = Files.createTempFile(folder, "verbena-", ".slab");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            String reason = e.getCause() instanceof OutOfMemoryError ? "there is no memory" : FileErrors.reason(e);
            throw new HugePagesException(
                    "cannot map " + bytes + " bytes in " + folder + ": " + reason + "; " + advice(bytes), e);
        }
    }

    private String advice(int bytes) {
        try {
            return advice(Files.getFileStore(folder), bytes);
        } catch (IOException e) {
            return mount();
        }
    }

    /** What to do where a slab of so many bytes could not be had of this file system, whose blocks are the pages. */
    String advice(FileStore files, int bytes) throws IOException {
        if (!files.type().equals("hugetlbfs")) {
            return mount();
        }
        long page = files.getBlockSize();
        if (bytes % page != 0) {
            return "a huge page has " + page + " bytes there; make the slabs a multiple of that";
        }
        long pages = bytes / page;
        return "that takes " + pages + " free huge page" + (pages == 1 ? "" : "s") + " of " + page
                + " bytes, and all slabs up to the limit " + limitBytes / bytes * pages
                + " (HugePages_Free in /proc/meminfo tells how many there are); write a larger number to " + SETTING
                + ", or lower the limit";
    }

    private String mount() {
        return "mount a hugetlbfs there (mount -t hugetlbfs none " + folder + "), and reserve huge pages of at least "
                + limitBytes + " bytes together by their number in " + SETTING;
    }
}
