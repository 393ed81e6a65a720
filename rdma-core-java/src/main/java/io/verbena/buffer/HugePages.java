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
 * Huge pages of a file system such as {@code /dev/hugepages}. Each slab is a file that is deleted as soon as it is mapped; its
 * memory is freed when the mapping becomes unreachable.
 *
 * @param limitBytes maximum number of bytes of all slabs
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

    /** Describes how to provide the pages that a slab of this length lacked. A page is a block of the file system. */
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
