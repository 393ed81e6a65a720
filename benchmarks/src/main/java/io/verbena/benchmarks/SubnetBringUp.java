package io.verbena.benchmarks;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.NodeType;
import io.verbena.sm.QosOptions;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/**
 * Brings up embedded fabrics with the subnet manager, in a fresh JVM: {@code SubnetBringUp ENGINE LANES TOPOLOGY…}.
 * ENGINE is the routing algorithm; LANES is {@code lanes} or {@code no-lanes}. Each line of the output is one topology.
 */
public final class SubnetBringUp {
    private SubnetBringUp() {}

    /**
     * Prints the number of nodes, the time to the end of the first sweep with the CPU time of its thread, and the heap in
     * use afterwards. The manager runs in this thread; CPU time is comparable between runs on a busy machine.
     */
    public static void main(String[] arguments) {
        SubnetManagerOptions options = SubnetManagerOptions.DEFAULTS
                .withRouting(RoutingAlgorithm.valueOf(arguments[0].toUpperCase(Locale.ROOT)))
                .withLanes(arguments[1].equals("lanes") ? QosOptions.DEFAULTS : null);
        for (int i = 2; i < arguments.length; i++) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long begin = System.nanoTime();
            try (EmbeddedFabric fabric = EmbeddedFabric.builder(arguments[i])
                    .unmanaged()
                    .virtualTime()
                    .open()) {
                long built = System.nanoTime();
                long cpu = threads.getCurrentThreadCpuTime();
                SubnetManager manager = fabric.manage(
                        fabric.nodes().stream()
                                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                                .findFirst()
                                .orElseThrow()
                                .id(),
                        options);
                long up = System.nanoTime();
                cpu = threads.getCurrentThreadCpuTime() - cpu;
                Runtime runtime = Runtime.getRuntime();
                System.out.printf(
                        "%s: %d nodes, %s, built in %.2f s, up in %.2f s (%.2f s of CPU time), %d failures, heap %d MB of %d MB%n",
                        arguments[i],
                        manager.report().nodes(),
                        manager.state(),
                        (built - begin) / 1e9,
                        (up - built) / 1e9,
                        cpu / 1e9,
                        manager.report().failures().size(),
                        (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                        runtime.maxMemory() >> 20);
                manager.report().failures().stream().limit(5).forEach(System.out::println);
            }
        }
    }
}
