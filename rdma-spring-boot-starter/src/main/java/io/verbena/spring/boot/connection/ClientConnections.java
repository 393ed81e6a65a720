package io.verbena.spring.boot.connection;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RequestChannel;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.connection.ConnectionsProperties.NamedClient;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The connections of a client: one for messages, which is replaced after it was lost, and those of callbacks. */
final class ClientConnections {
    /** Time after which a connection request is repeated. */
    private static final Duration REQUEST_INTERVAL = Duration.ofSeconds(2);

    private final String name;
    private final Rdma rdma;
    private final NamedClient properties;
    private final InetSocketAddress server;
    private final ConnectionOptions options;
    private final Work work;
    private final ReentrantLock connecting = new ReentrantLock();
    private final @Nullable BlockingDeque<RdmaConnection> idle;
    private volatile @Nullable RequestChannel channel;

    /** Creates the connections. Retries end when {@code work} is closed. */
    ClientConnections(String name, Rdma rdma, NamedClient properties, ConnectionOptions options, Work work) {
        this.name = name;
        this.rdma = rdma;
        this.properties = properties;
        this.server = InetSocketAddress.createUnresolved(properties.address(), properties.port());
        this.options = options;
        this.work = work;
        this.idle = properties.idleConnections() == 0 ? null : new LinkedBlockingDeque<>(properties.idleConnections());
    }

    InetSocketAddress server() {
        return server;
    }

    /** Returns the open channel for messages. The first caller connects it while the others wait. */
    RequestChannel channel() {
        RequestChannel current = channel;
        if (current != null && isOpen(current)) {
            return current;
        }
        connecting.lock();
        try {
            current = channel;
            if (current != null && isOpen(current)) {
                return current;
            }
            if (current != null) {
                // On another thread, because some devices take long to destroy a queue pair in the error state.
                Closing.aside("rdma-close-" + name, current::close, () -> {});
            }
            RequestChannel made = openChannel();
            channel = made;
            return made;
        } finally {
            connecting.unlock();
        }
    }

    private static boolean isOpen(RequestChannel channel) {
        return channel.channel().connection().isOpen();
    }

    private RequestChannel openChannel() {
        RdmaConnection connection = connect();
        try {
            MessageChannel messages =
                    MessageChannel.open(connection, properties.messages().options(properties.timeout()));
            return RequestChannel.asking(messages, properties.timeout());
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private RdmaConnection connect() {
        for (int left = properties.retries(); ; left--) {
            try {
                return connectOnce();
            } catch (RdmaException e) {
                if (left == 0 || work.isClosed()) {
                    throw e.during("RDMA client '" + name + "'");
                }
                pause(e);
            }
        }
    }

    /**
     * Connects within the timeout by repeated requests. A request that is sent while the link is down is repeated by
     * the connection manager only after seconds, even if the link comes up earlier.
     */
    private RdmaConnection connectOnce() {
        Deadline deadline = Deadline.in(options.timeout());
        while (true) {
            Duration left = deadline.remaining();
            boolean last = left.compareTo(REQUEST_INTERVAL) <= 0;
            // Resolved for each attempt, because the address may change.
            InetSocketAddress address = new InetSocketAddress(properties.address(), properties.port());
            try {
                return FutureWaits.await(
                        rdma.connectAsync(address, options), last ? left : REQUEST_INTERVAL, this, () -> late(address));
            } catch (ConnectionTimeoutException e) {
                if (last || work.isClosed()) {
                    throw e;
                }
            }
        }
    }

    private ConnectionTimeoutException late(InetSocketAddress address) {
        return new ConnectionTimeoutException(
                "no connection to " + address + " within " + options.timeout().toMillis()
                        + " ms; check that a server of Verbena listens at this address and is not overloaded");
    }

    private void pause(RdmaException failure) {
        try {
            work.pause(properties.retryDelay());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    /** Takes an idle connection, or opens one, for the exclusive use of a callback. */
    RdmaConnection borrow() {
        RdmaConnection kept;
        while (idle != null && (kept = idle.pollFirst()) != null) {
            if (kept.isOpen()) {
                return kept;
            }
            kept.close();
        }
        return connect();
    }

    /** Keeps a connection for the next callback, if there is room. */
    void giveBack(RdmaConnection connection, boolean fit) {
        if (!fit || !connection.isOpen() || work.isClosed() || idle == null || !idle.offerFirst(connection)) {
            connection.close();
        }
    }

    @Nullable RequestChannel end() {
        if (idle != null) {
            idle.forEach(RdmaConnection::close);
            idle.clear();
        }
        RequestChannel last = channel;
        channel = null;
        return last;
    }
}
