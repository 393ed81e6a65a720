package io.verbena.shell.benchmark;

import io.verbena.Rdma;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Discovery;
import io.verbena.subnet.Subnet;

/** Discovers the subnet in each way, and prints how many datagrams that took and the nodes found; the times do not count. */
public final class DiscoveryDatagrams {
    private DiscoveryDatagrams() {}

    /** One line for each way: its name, datagrams, nodes. */
    public static void main(String[] arguments) {
        try (Rdma rdma = Rdma.open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet older = print("directed", rdma.discovery(mad));
            print("since", rdma.discovery(mad).since(older));
            print("lid", rdma.discovery(mad).byLid());
            print("sa", rdma.discovery(mad).bySa());
        }
    }

    private static Subnet print(String way, Discovery discovery) {
        Subnet subnet = discovery.run();
        System.out.println(way + " " + subnet.datagrams() + " " + subnet.nodes().size());
        return subnet;
    }
}
