package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import java.util.Arrays;
import java.util.List;

/**
 * Discovers an embedded fabric repeatedly in a fresh JVM: {@code EmbeddedDiscovery TOPOLOGY RUNS [SILENT]}. SILENT is the
 * number of hosts that do not respond (default: 0). The first line of the output is the cold run, which includes building the
 * fabric; the last line is the median of the other runs.
 */
public final class EmbeddedDiscovery {
    private EmbeddedDiscovery() {}

    /** Prints the duration and the numbers of nodes, datagrams and failures of each run. */
    public static void main(String[] arguments) {
        int runs = Integer.parseInt(arguments[1]);
        int silent = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        double[] warm = new double[runs];
        long begin = System.nanoTime();
        try (EmbeddedFabric fabric = EmbeddedFabric.open(arguments[0]);
                Rdma rdma = Rdma.builder().driver(fabric.driver()).open()) {
            silence(fabric, silent);
            run(rdma, "cold", begin);
            for (int i = 0; i < runs; i++) {
                warm[i] = run(rdma, "warm", System.nanoTime());
            }
        }
        Arrays.sort(warm);
        System.out.printf("median of %d warm runs: %.2f s%n", runs, warm[runs / 2]);
    }

    private static void silence(EmbeddedFabric fabric, int count) {
        List<EmbeddedNode> hosts = fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .skip(1)
                .toList();
        for (int i = 0; i < count; i++) {
            hosts.get(i * (hosts.size() / count)).silence();
        }
    }

    private static double run(Rdma rdma, String kind, long begin) {
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet subnet = rdma.discovery(mad).run();
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    "%s: %.2f s, %d nodes, %d datagrams, %d failures%n",
                    kind,
                    seconds,
                    subnet.nodes().size(),
                    subnet.datagrams(),
                    subnet.failures().size());
            return seconds;
        }
    }
}
