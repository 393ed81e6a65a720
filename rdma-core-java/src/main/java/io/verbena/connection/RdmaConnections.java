package io.verbena.connection;

import io.verbena.cm.ConnectionManager;
import io.verbena.cm.EventChannel;
import io.verbena.error.ClosingFailures;
import io.verbena.verbs.Context;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates the connections and servers of {@code Rdma.connect} and {@code Rdma.listen}, on one event channel. */
public final class RdmaConnections implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("(?:\\[([^\\]]+)\\]|([^:\\[\\]]+)):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;

    private final EventChannel channel;
    private final Function<String, Context> devices;
    private final Set<ConnectionGroup> groups = ConcurrentHashMap.newKeySet();

    /**
     * Opens an event channel of a connection manager.
     *
     * @param devices opens a device by its name
     * @throws io.verbena.error.RdmaException if the event channel cannot be opened
     */
    public RdmaConnections(ConnectionManager manager, Function<String, Context> devices) {
        this.channel = manager.eventChannel();
        this.devices = devices;
    }

    /** Opens a group of connections of a device; see {@code Rdma.connectionGroup}. */
    public ConnectionGroup group(String device, Isolation isolation) {
        groups.removeIf(ConnectionGroup::isClosed);
        ConnectionGroup group = ConnectionGroup.owning(devices.apply(device), isolation);
        groups.add(group);
        return group;
    }

    /**
     * Parses {@code host:port}, or {@code [address]:port} for an IPv6 address. The address is unresolved if the name has none.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static InetSocketAddress address(String text) {
        Matcher parts = ADDRESS.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(3)) > MAX_PORT) {
            throw new IllegalArgumentException("'" + text
                    + "' is not an address with a port; write 10.77.0.2:7471, server:7471 or [fe80::2%eth0]:7471");
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return new InetSocketAddress(host, Integer.parseInt(parts.group(3)));
    }

    /** Begins to connect; see {@code Rdma.connect}. */
    public CompletableFuture<RdmaConnection> connectAsync(InetSocketAddress address, ConnectionOptions options) {
        // A group of one connection has nothing to isolate it from.
        return Connector.connect(channel, device -> group(device, Isolation.GROUP), address, options);
    }

    /** Connects and waits; see {@code Rdma.connect}. */
    public RdmaConnection connect(InetSocketAddress address, ConnectionOptions options) {
        return FutureWaits.await(
                connectAsync(address, options),
                options.timeout().plusSeconds(1),
                address,
                () -> new ConnectionTimeoutException("no connection to " + address + " in time"));
    }

    /** Listens; see {@code Rdma.listen}. */
    public RdmaServer listen(InetSocketAddress address, ConnectionOptions options) {
        return RdmaServer.listen(channel, device -> group(device, options.isolation()), address, options);
    }

    /** Returns whether this is closed. */
    public boolean isClosed() {
        return channel.isClosed();
    }

    /** Closes all connections, groups and servers. */
    @Override
    public void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(groups);
        failures.close(channel);
        failures.rethrow();
    }
}
