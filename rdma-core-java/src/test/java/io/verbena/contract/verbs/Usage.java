package io.verbena.contract.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this process holds.
 *
 * @param descriptors how many files are open
 * @param pinnedKilobytes the memory that devices may reach, which the kernel keeps where it is
 * @param directBytes the memory of direct buffers
 * @param threads those that run
 */
record Usage(long descriptors, long pinnedKilobytes, long directBytes, Set<Thread> threads) {
    private static final long COLLECTION_NANOS = 20_000_000_000L;

    /** When the collector has freed what nobody uses: until so many bytes of direct buffers are left, or for 20 s. */
    static Usage settled(long directBytes) {
        long end = System.nanoTime() + COLLECTION_NANOS;
        System.gc();
        Usage usage = now();
        while (usage.directBytes > directBytes && System.nanoTime() < end) {
            pause();
            System.gc();
            usage = now();
        }
        return usage;
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Usage now() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"));
                Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return new Usage(
                    files.count(),
                    status.filter(line -> line.startsWith("VmPin:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum(),
                    directBytesNow(),
                    threadsNow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long directBytesNow() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Without those of the JDK that wait for the programs that it starts. */
    private static Set<Thread> threadsNow() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("process reaper"))
                .collect(Collectors.toSet());
    }
}
