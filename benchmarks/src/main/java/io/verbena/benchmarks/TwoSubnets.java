package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.Gid;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import java.util.List;

/** Brings up two subnets that a router joins, and resolves paths between them: {@code TwoSubnets NET_FILE}. */
public final class TwoSubnets {
    private static final long[] PREFIXES = {0xfec0000000000001L, 0xfec0000000000002L};
    private static final int PATHS = 1000;

    private TwoSubnets() {}

    /**
     * Prints the time to bring up each subnet, whose hosts are the first and the second half of the file, and the time to
     * resolve paths from each to hosts of the other.
     */
    public static void main(String[] arguments) throws Exception {
        try (EmbeddedFabric fabric =
                EmbeddedFabric.builder(arguments[0]).unmanaged().open()) {
            List<EmbeddedNode> hosts = fabric.nodes().stream()
                    .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                    .toList();
            System.out.printf("%d nodes%n", fabric.nodes().size());
            int half = hosts.size() / 2;
            for (int side = 0; side < 2; side++) {
                long begin = System.nanoTime();
                SubnetManager manager = fabric.manage(
                        hosts.get(side * half).id(),
                        SubnetManagerOptions.DEFAULTS
                                .withSubnetPrefix(PREFIXES[side])
                                .withVirtualLanes(false));
                System.out.printf(
                        "subnet %d: %d nodes, %s, up in %.2f s, %d failures%n",
                        side,
                        manager.report().nodes(),
                        manager.state(),
                        (System.nanoTime() - begin) / 1e9,
                        manager.report().failures().size());
                manager.report().failures().stream().limit(5).forEach(System.out::println);
            }
            for (int side = 0; side < 2; side++) {
                resolve(fabric, hosts.get(side * half + 1), hosts.subList((1 - side) * half, (2 - side) * half), 1 - side);
            }
        }
    }

    private static void resolve(EmbeddedFabric fabric, EmbeddedNode from, List<EmbeddedNode> targets, int other) {
        int router = fabric.node("router").port(2 - other).lid();
        try (Rdma rdma = Rdma.builder().driver(fabric.driver(from.id())).open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort());
                SaClient sa = rdma.sa(mad)) {
            Gid source = new Gid(PREFIXES[1 - other], from.port(1).guid().bits());
            long begin = System.nanoTime();
            int good = 0;
            for (int i = 0; i < PATHS; i++) {
                EmbeddedNode target = targets.get((int) ((long) i * targets.size() / PATHS));
                Gid gid = new Gid(PREFIXES[other], target.port(1).guid().bits());
                IbPath path = sa.resolve(PathQuery.to(gid).from(source));
                good += path.dlid().bits() == router && path.hopLimit() > 0 ? 1 : 0;
            }
            System.out.printf(
                    "from subnet %d: %d of %d paths lead to the router with LID %d, %.0f us each%n",
                    1 - other, good, PATHS, router, (System.nanoTime() - begin) / 1e3 / PATHS);
        }
    }
}
