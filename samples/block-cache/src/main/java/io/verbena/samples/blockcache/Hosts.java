package io.verbena.samples.blockcache;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The hosts of the demonstration: those of the embedded fabric, or otherwise this host for all roles. */
@Component
class Hosts implements AutoCloseable {
    private final Rdma rdma;
    private final @Nullable EmbeddedFabric fabric;
    private final List<Rdma> opened = new ArrayList<>();

    Hosts(Rdma rdma, ObjectProvider<EmbeddedFabric> fabric) {
        this.rdma = rdma;
        this.fabric = fabric.getIfAvailable();
    }

    /** Returns the host of the server. */
    Rdma server() {
        return rdma;
    }

    /** Returns the host of a client, from 1. */
    synchronized Rdma client(int number) {
        if (fabric == null) {
            return rdma;
        }
        Rdma host = Rdma.builder()
                .driver(fabric.driver(embedded(number).description()))
                .open();
        opened.add(host);
        return host;
    }

    /**
     * Returns the address of the server.
     *
     * @throws IllegalArgumentException if it is not configured and the fabric is not embedded
     */
    InetAddress address() {
        return embedded(0).port(1).address();
    }

    private EmbeddedNode embedded(int number) {
        if (fabric == null) {
            throw new IllegalArgumentException(
                    "block-cache.host is not set; set it to the address of an RDMA device of the server, such as 10.77.0.2");
        }
        List<EmbeddedNode> hosts = fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
        return hosts.get(number % hosts.size());
    }

    @Override
    public synchronized void close() {
        opened.forEach(Rdma::close);
    }
}
