package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.TriedFabric;
import io.verbena.mad.MadOptions;
import io.verbena.trace.PacketListener;
import java.nio.file.Path;
import java.time.Duration;

/** Two devices of Soft-RoCE, rxe0 and rxe1, in a kernel of their own. They are no subnet. */
final class Rxe implements TriedFabric {
    /** The first call of a JVM takes longer here than any answer: a try that is given up too early would be counted. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final boolean verbs;

    /** Management datagrams leave by umad, or by verbs. */
    Rxe(boolean verbs) {
        this.verbs = verbs;
    }

    private Rdma.Builder builder(MadOptions options) {
        Rdma.Builder builder = Rdma.builder().mad(options.withTimeout(PATIENCE));
        return verbs ? builder.madByVerbs() : builder;
    }

    @Override
    public Rdma open(MadOptions options) {
        return builder(options).open();
    }

    @Override
    public Rdma open(MadOptions options, PacketListener packets) {
        return builder(options).packets(packets).open();
    }

    @Override
    public Path net() {
        throw new UnsupportedOperationException("these devices are of no net file");
    }

    @Override
    public String device() {
        return "rxe0";
    }

    @Override
    public void cut(String node, int port) {
        throw new UnsupportedOperationException("there is no " + node);
    }

    @Override
    public void join(String node, int port) {
        throw new UnsupportedOperationException("there is no " + node);
    }
}
