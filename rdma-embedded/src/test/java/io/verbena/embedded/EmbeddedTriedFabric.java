package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.TriedFabric;
import io.verbena.mad.MadOptions;
import io.verbena.trace.PacketListener;
import java.nio.file.Path;

/** A net of the test bed inside the JVM, as seen from one of its hosts. */
final class EmbeddedTriedFabric implements TriedFabric {
    private final TestFabric fabric = new TestFabric();
    private final Path net;
    private final String host;

    EmbeddedTriedFabric(String net, String host) {
        this.net = TestFabric.net(net);
        this.host = host;
    }

    @Override
    public Rdma open(MadOptions options) {
        return fabric.open(net + "@" + host, options);
    }

    @Override
    public Rdma open(MadOptions options, PacketListener packets) {
        return fabric.open(EmbeddedFabric.open(net + "@" + host), options, packets);
    }

    @Override
    public Path net() {
        return net;
    }

    @Override
    public String device() {
        return "emb0";
    }

    @Override
    public void cut(String node, int port) {
        fabric.fabric().node(node).port(port).down();
    }

    @Override
    public void join(String node, int port) {
        fabric.fabric().node(node).port(port).up();
    }
}
