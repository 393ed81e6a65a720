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
 * The resources that this process holds.
 *
 * @param descriptors how many files are open
 * @param pinnedKilobytes the memory that devices may reach, which the kernel keeps where it is
 * @param directBytes the memory of direct buffers
 * @param threads those that run
 */
record Usage(long descriptors, long pinnedKilobytes, long directBytes, Set<Thread> threads) {
    private static final long COLLECTION_NANOS = 20_000_000_000L;

    /** Returns the usage after a garbage collection. */
    static Usage settled() {
        System.gc();
        return now();
    }

    /** Waits, at most 20 s, until no more direct memory and no other threads than these are in use; returns the usage then. */
    Usage awaitSettled() {
        long end = System.nanoTime() + COLLECTION_NANOS;
        Usage usage = settled();
        while (!(usage.directBytes <= directBytes && threads.containsAll(usage.threads)) && System.nanoTime() < end) {
            pause();
            usage = settled();
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

    /** Returns the threads of the library; those of the JDK come and go. */
    private static Set<Thread> threadsNow() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("verbena"))
                .collect(Collectors.toSet());
    }
}
