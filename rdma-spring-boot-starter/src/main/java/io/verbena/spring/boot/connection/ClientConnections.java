package io.verbena.spring.boot.connection;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.message.MessageChannel;
import io.verbena.connection.message.RequestChannel;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The connections of a client: one for messages, made anew when it was lost, and those of callbacks. */
final class ClientConnections {
    private final String name;
    private final Rdma rdma;
    private final NamedClient properties;
    private final InetSocketAddress server;
    private final ConnectionOptions options;
    private final Work work;
    private final ReentrantLock connecting = new ReentrantLock();
    private final @Nullable BlockingDeque<RdmaConnection> idle;
    private volatile @Nullable RequestChannel channel;

    /** Connecting is given up when no work is begun any more. */
    ClientConnections(String name, Rdma rdma, NamedClient properties, ConnectionOptions options, Work work) {
        this.name = name;
        this.rdma = rdma;
        this.properties = properties;
        this.server = InetSocketAddress.createUnresolved(properties.address(), properties.port());
        this.options = options;
        this.work = work;
        this.idle = properties.idleConnections() == 0 ? null : new LinkedBlockingDeque<>(properties.idleConnections());
    }

    /** Where it connects to; the name is not looked up. */
    InetSocketAddress server() {
        return server;
    }

    /** The open channel for messages; who comes first connects it, and the others wait. */
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
                current.close();
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
                // The name may have another address by now.
                return rdma.connect(new InetSocketAddress(properties.address(), properties.port()), options);
            } catch (RdmaException e) {
                if (left == 0 || work.isClosed()) {
                    throw e.during("RDMA client '" + name + "'");
                }
                pause(e);
            }
        }
    }

    private void pause(RdmaException failure) {
        try {
            work.pause(properties.retryDelay());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    /** A connection for one callback alone. */
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

    /** Keeps it for the next, if there is room. */
    void giveBack(RdmaConnection connection, boolean fit) {
        if (!fit || !connection.isOpen() || work.isClosed() || idle == null || !idle.offerFirst(connection)) {
            connection.close();
        }
    }

    /** Closes what is idle; what is answered is to be closed by the caller. */
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
