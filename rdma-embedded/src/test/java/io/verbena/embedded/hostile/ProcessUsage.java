package io.verbena.embedded.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** The threads and the memory that this process has, sampled at intervals: the largest of each. */
final class ProcessUsage implements AutoCloseable, Runnable {
    private static final long INTERVAL_NANOS = 10_000_000;

    private final Thread thread = new Thread(this, "usage");
    private volatile boolean over;
    private int threads;
    private long pinned;

    /** Bytes of heap and of direct memory that are live, and the maxima of the threads and of the pinned bytes. */
    record Sample(int threads, long heap, long direct, long pinned) {
        Sample max(Sample other) {
            return new Sample(
                    Math.max(threads, other.threads),
                    Math.max(heap, other.heap),
                    Math.max(direct, other.direct),
                    Math.max(pinned, other.pinned));
        }
    }

    ProcessUsage() {
        thread.start();
    }

    @Override
    public void run() {
        while (!over) {
            threads = Math.max(threads, ManagementFactory.getThreadMXBean().getThreadCount());
            pinned = Math.max(pinned, pinnedBytes());
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    /** Ends sampling, and collects the garbage, so that memory that is merely not collected yet does not count. */
    Sample end() {
        close();
        System.gc();
        return new Sample(
                threads,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                directBytes(),
                pinned);
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Returns what devices of the kernel have pinned; embedded devices pin nothing. */
    private static long pinnedBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmPin:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
