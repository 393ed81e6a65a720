package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import java.util.Arrays;

/**
 * {@code EmbeddedDiscovery TOPOLOGY RUNS}: discovers an embedded fabric in a fresh JVM, again and again. The first line is
 * the cold run, with the building of the fabric; the last one the median of the others.
 */
public final class EmbeddedDiscovery {
    private EmbeddedDiscovery() {}

    /** Prints seconds, nodes and datagrams of each run. */
    public static void main(String[] arguments) {
        int runs = Integer.parseInt(arguments[1]);
        double[] warm = new double[runs];
        long begin = System.nanoTime();
        try (Rdma rdma = Rdma.embedded(arguments[0])) {
            run(rdma, "cold", begin);
            for (int i = 0; i < runs; i++) {
                warm[i] = run(rdma, "warm", System.nanoTime());
            }
        }
        Arrays.sort(warm);
        System.out.printf("median of %d warm runs: %.2f s%n", runs, warm[runs / 2]);
    }

    private static double run(Rdma rdma, String kind, long begin) {
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet subnet = rdma.discovery(mad).run();
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    "%s: %.2f s, %d nodes, %d datagrams%n",
                    kind, seconds, subnet.nodes().size(), subnet.datagrams());
            return seconds;
        }
    }
}
