package io.verbena.traffic.measure;

import io.verbena.traffic.TrafficException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Allocates memory from the huge pages of Linux, as files of a mounted hugetlbfs without a name. */
final class HugePages {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern MOUNT = Pattern.compile("\\S+ (\\S+) hugetlbfs .*");
    private static final String ADVICE = "; set vm.nr_hugepages and mount a hugetlbfs, or do not request huge pages";

    private HugePages() {}

    /**
     * Allocates memory. The system frees it when the buffer is unreachable.
     *
     * @throws TrafficException if there are not enough free huge pages
     */
    static ByteBuffer allocate(int bytes) {
        return allocate(bytes, PROC);
    }

    /** Allocates memory by the facts in the files of a directory, which is {@code /proc} except in tests. */
    static ByteBuffer allocate(int bytes, Path proc) {
        String facts = "cannot allocate " + bytes + " bytes of huge pages: ";
        try {
            List<String> memory = Files.readAllLines(proc.resolve("meminfo"));
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

    private static long number(List<String> memory, String name) {
        return memory.stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.replaceAll("\\D", ""))
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(), found -> found.isEmpty() ? 0 : Long.parseLong(found.get(0))));
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
