package io.verbena.traffic.measure;

import io.verbena.error.FileErrors;
import io.verbena.hca.AccessFlag;
import io.verbena.traffic.TrafficException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Registered memory for messages: outgoing messages, followed by incoming messages from the offset {@code inbox} on. */
record MessageMemory(ByteBuffer bytes, MemoryRegion region, int inbox) {
    /**
     * Both parts begin at a page, because some devices that page memory on demand write to the beginning of the page of an address
     * (see "Wrong data from on-demand paging on rxe" in the documentation of the test beds).
     */
    private static final int PAGE = 4096;

    /** Allocates and registers memory for outgoing and incoming messages. */
    static MessageMemory allocate(
            ProtectionDomain domain, MeasureResources resources, int outgoing, int incoming, AccessFlag... access) {
        int inbox = (outgoing + PAGE - 1) / PAGE * PAGE;
        ByteBuffer memory = memory(resources, inbox + incoming);
        return new MessageMemory(memory, domain.register(memory, access), inbox);
    }

    private static ByteBuffer memory(MeasureResources resources, int bytes) {
        Path file = resources.file();
        if (file != null) {
            return FileErrors.access("map " + file, () -> map(file, resources.fileOffset(), bytes));
        }
        return resources.hugePages()
                ? HugetlbPages.allocate(bytes, HugetlbPages.PROC)
                : ByteBuffer.allocateDirect(bytes + 2 * PAGE).alignedSlice(PAGE).slice(0, bytes);
    }

    private static ByteBuffer map(Path file, long offset, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // Mapping beyond the end would extend a regular file.
            if (channel.size() < offset + bytes) {
                throw new TrafficException(file + " has " + channel.size() + " bytes; the messages need " + bytes
                        + " from offset " + offset + " on");
            }
            return channel.map(MapMode.READ_WRITE, offset, bytes);
        }
    }

    /** Returns the address of incoming messages. */
    long inboxAddress() {
        return region.address() + inbox;
    }

    /** Allocates memory from the huge pages of Linux, as files of a mounted hugetlbfs without a name. */
    static final class HugetlbPages {
        private static final Path PROC = Path.of("/proc");
        private static final Pattern MOUNT = Pattern.compile("\\S+ (\\S+) hugetlbfs .*");
        private static final String ADVICE =
                "; set vm.nr_hugepages and mount a hugetlbfs, or do not request huge pages";

        private HugetlbPages() {}

        /**
         * Allocates memory, which the system frees when the buffer is unreachable.
         *
         * @param proc the directory with the facts of the system, {@code /proc} except in tests
         * @throws TrafficException if there are not enough free huge pages
         */
        static ByteBuffer allocate(int bytes, Path proc) {
            String facts = "cannot allocate " + bytes + " bytes of huge pages: ";
            try {
                String memory = Files.readString(proc.resolve("meminfo"));
                long pageSize = number(memory, "Hugepagesize") * 1024;
                long free = number(memory, "HugePages_Free");
                long pages = pageSize == 0 ? 0 : (bytes + pageSize - 1) / pageSize;
                if (pages == 0 || free < pages) {
                    throw new TrafficException(facts + free + " pages of " + pageSize + " bytes are free" + ADVICE);
                }
                for (String line : Files.readAllLines(proc.resolve("mounts"))) {
                    Matcher mount = MOUNT.matcher(line);
                    if (mount.matches()) {
                        return map(Path.of(mount.group(1)), pages * pageSize).slice(0, bytes);
                    }
                }
                throw new TrafficException(facts + "no hugetlbfs is mounted" + ADVICE);
            } catch (IOException e) {
                throw new TrafficException(facts + e.getMessage() + ADVICE);
            }
        }

        private static long number(String memory, String name) {
            Matcher line = Pattern.compile("(?m)^" + name + ":\\s*(\\d+)").matcher(memory);
            return line.find() ? Long.parseLong(line.group(1)) : 0;
        }

        private static ByteBuffer map(Path directory, long bytes) throws IOException {
            Path file = Files.createTempFile(directory, "verbena", null);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(MapMode.READ_WRITE, 0, bytes);
            } finally {
                Files.delete(file);
            }
        }
    }
}
