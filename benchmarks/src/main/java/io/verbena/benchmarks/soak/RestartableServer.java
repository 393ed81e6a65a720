package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** A server that can be closed and opened again at the same address. */
final class RestartableServer implements AutoCloseable {
    private static final long LISTENING_NANOS = 10_000_000_000L;

    private final Rdma rdma;
    private final InetSocketAddress address;
    private final Consumer<RdmaConnection> handler;
    private RdmaServer server;

    RestartableServer(Rdma rdma, InetSocketAddress address, Consumer<RdmaConnection> handler) {
        this.rdma = rdma;
        this.address = address;
        this.handler = handler;
        this.server = open();
    }

    InetSocketAddress address() {
        return address;
    }

    private RdmaServer open() {
        RdmaServer opened = rdma.listen(address, Server.CONNECTION);
        opened.serve(handler);
        return opened;
    }

    /** Closes the server and opens it again as soon as the address and the device are available. */
    synchronized void restart() throws InterruptedException {
        server.close();
        for (long end = System.nanoTime() + LISTENING_NANOS; ; ) {
            try {
                server = open();
                return;
            } catch (RdmaException | OutOfMemoryError e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(20);
            }
        }
    }

    @Override
    public synchronized void close() {
        server.close();
    }
}
