package io.verbena.spring.boot.netty;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;

/** The lifecycle that the servers over RDMA share: each starts after all other beans, and can be started again. */
abstract class ListeningServer<S> implements SmartLifecycle {
    private static final int PHASE = DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ListeningServer.class);

    private final String name;
    private final Supplier<? extends S> servers;
    private @Nullable S server;

    ListeningServer(String name, Supplier<? extends S> servers) {
        this.name = name;
        this.servers = servers;
    }

    abstract Object listen(S starting);

    synchronized S started() {
        S current = server;
        if (current == null) {
            throw new IllegalStateException("the " + name + " server over RDMA is not started");
        }
        return current;
    }

    synchronized @Nullable S ending() {
        S current = server;
        server = null;
        return current;
    }

    @Override
    public synchronized void start() {
        if (server == null) {
            S starting = servers.get();
            LOG.info("{} server listens over RDMA at {}", name, listen(starting));
            server = starting;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return server != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    static RdmaConfigurationException cannotListen(String portProperty, InetSocketAddress address, Exception cause) {
        return new RdmaConfigurationException(
                portProperty,
                "the server cannot listen at " + address + ": "
                        + NestedExceptionUtils.getMostSpecificCause(cause).getMessage(),
                "Select a free port, and set " + portProperty.replace(".port", ".address")
                        + " to an address of an RDMA device of this host or remove it to listen at all addresses.",
                cause);
    }
}
