package io.verbena.shell.benchmark;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much of the heap is live when a subnet was loaded from a cache file: {@code LoadedSubnetHeap FILE [TOPOLOGY]}. */
public final class LoadedSubnetHeap {
    private static final int COLLECTIONS = 5;

    private LoadedSubnetHeap() {}

    /** With a topology writes the file, in a JVM of its own; without, loads it and prints nodes and live megabytes. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        if (arguments.length > 1) {
            write(arguments[1], file);
            return;
        }
        Subnet subnet = SubnetCache.read(file);
        try {
            long live = live();
            System.out.printf(
                    "%d nodes, %d MB live, file of %d MB%n", subnet.nodes().size(), live >> 20, Files.size(file) >> 20);
        } finally {
            Reference.reachabilityFence(subnet);
        }
    }

    private static void write(String topology, Path file) {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(topology);
                Rdma rdma = Rdma.builder().driver(fabric.driver()).open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            SubnetCache.write(rdma.discovery(mad).run(), file);
        }
    }

    private static long live() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
