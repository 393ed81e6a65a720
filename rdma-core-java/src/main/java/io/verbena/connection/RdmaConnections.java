package io.verbena.connection;

import io.verbena.cm.ConnectionManager;
import io.verbena.cm.EventChannel;
import io.verbena.verbs.Context;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Where connections and servers come from: behind {@code Rdma.connect} and {@code Rdma.listen}, with one event channel. */
public final class RdmaConnections implements AutoCloseable {
    private final EventChannel channel;
    private final Function<String, Context> devices;
    private final Set<ConnectionGroup> groups = ConcurrentHashMap.newKeySet();

    /**
     * On a connection manager, and whatever opens a device by its name.
     *
     * @throws io.verbena.error.RdmaException if there is no event channel to be had
     */
    public RdmaConnections(ConnectionManager manager, Function<String, Context> devices) {
        this.channel = manager.eventChannel();
        this.devices = devices;
    }

    /** A group of connections of a device; see {@code Rdma.connectionGroup}. */
    public ConnectionGroup group(String device) {
        groups.removeIf(ConnectionGroup::isClosed);
        ConnectionGroup group = ConnectionGroup.owning(devices.apply(device));
        groups.add(group);
        return group;
    }

    /**
     * The address behind {@code host:port}, or {@code [address]:port} for one of IPv6; unresolved if the name has none.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static InetSocketAddress address(String text) {
        return AddressText.parse(text);
    }

    /** Begins to connect; see {@code Rdma.connect}. */
    public CompletableFuture<RdmaConnection> connect(InetSocketAddress address, ConnectionOptions options) {
        return Connector.connect(channel, this::group, address, options);
    }

    /** The same, and waits. */
    public RdmaConnection connectAndWait(InetSocketAddress address, ConnectionOptions options) {
        return FutureWaits.await(
                connect(address, options),
                options.timeout().plusSeconds(1),
                address,
                () -> new ConnectionTimeoutException("no connection to " + address + " in time"));
    }

    /** Listens; see {@code Rdma.listen}. */
    public RdmaServer listen(InetSocketAddress address, ConnectionOptions options) {
        return RdmaServer.listen(channel, this::group, address, options);
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return channel.isClosed();
    }

    /** Closes all that it gave. */
    @Override
    public void close() {
        groups.forEach(ConnectionGroup::close);
        channel.close();
    }
}
