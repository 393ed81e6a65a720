package io.verbena.samples.eventbus;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Workers on hosts of an embedded fabric, which exists in one process only. */
final class EmbeddedWorkers implements Workers {
    private final int port;
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open();
    private final Map<String, Worker> workers = new HashMap<>();

    private record Worker(Rdma rdma, ClusterMember member) {}

    EmbeddedWorkers(int port) {
        this.port = port;
    }

    @Override
    public Rdma rdma() {
        return rdma;
    }

    @Override
    public String address() {
        return address("host0");
    }

    private String address(String host) {
        return fabric.node(host).port(1).address().getHostAddress();
    }

    @Override
    public void start(String name) {
        String host = name.replace("worker-", "host");
        Rdma devices = Rdma.builder().driver(fabric.driver(host)).open();
        ClusterMember member = ClusterMember.join(devices, address(host), port);
        member.work(name);
        workers.put(name, new Worker(devices, member));
    }

    @Override
    public void kill(String name) {
        Worker worker = Objects.requireNonNull(workers.remove(name));
        worker.rdma().close();
        worker.member().kill();
    }

    @Override
    public void close() {
        workers.values().forEach(worker -> {
            worker.member().close();
            worker.rdma().close();
        });
        rdma.close();
        fabric.close();
    }
}
