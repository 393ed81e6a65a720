package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.trace.PacketListener;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread of a service: answers control requests, and passes the MADs of all clients to the fabric. */
final class ServiceLoop {
    private static final Logger LOG = System.getLogger(ServiceLoop.class.getPackageName());
    private static final int SOCKET_BUFFER = 4 << 20;
    private static final int MAX_PORT = 0xffff;
    private static final long CHECK_MILLIS = 1000;
    private static final long REFUSAL_NANOS = 100_000_000;
    private static final long JOIN_MILLIS = 10_000;
    // A client that floods the service must not keep it from the others.
    private static final int PACKETS_A_TURN = 64;
    private static final int CONTROLS_A_TURN = 64;

    private final EmbeddedFabric fabric;
    private final DatagramChannel control;
    private final InetSocketAddress address;
    private final ServiceLimits limits;
    private final @Nullable PacketListener listener;
    private final Selector selector;
    private final Thread thread = new Thread(this::run, "verbena-fabric-service");
    private final Map<Integer, ServiceClient> clients = new ConcurrentSkipListMap<>();
    private final ByteBuffer message = ByteBuffer.allocateDirect(ServiceMessage.LENGTH + 1);
    private final ByteBuffer reply = ByteBuffer.allocateDirect(ServiceMessage.LENGTH);
    private long lastRefusal = System.nanoTime() - REFUSAL_NANOS;
    private volatile boolean closed;

    private ServiceLoop(
            EmbeddedFabric fabric,
            DatagramChannel control,
            InetSocketAddress address,
            ServiceLimits limits,
            @Nullable PacketListener listener)
            throws IOException {
        this.fabric = fabric;
        this.control = control;
        this.address = address;
        this.limits = limits;
        this.listener = listener;
        this.selector = Selector.open();
        control.register(selector, SelectionKey.OP_READ);
    }

    static ServiceLoop start(
            EmbeddedFabric fabric,
            DatagramChannel control,
            InetSocketAddress address,
            ServiceLimits limits,
            @Nullable PacketListener listener)
            throws IOException {
        ServiceLoop loop = new ServiceLoop(fabric, control, address, limits, listener);
        loop.thread.setDaemon(true);
        loop.thread.start();
        return loop;
    }

    static DatagramChannel bind(InetSocketAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            return channel.bind(address);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    List<String> clients() {
        return clients.values().stream().map(ServiceClient::toString).toList();
    }

    void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        long checked = System.nanoTime();
        try (selector;
                control) {
            while (!closed) {
                selector.select(this::ready, CHECK_MILLIS);
                long now = System.nanoTime();
                if (now - checked > TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS)) {
                    checked = now;
                    endGone();
                }
            }
            clients.values().forEach(this::end);
        } catch (IOException e) {
            LOG.log(Logger.Level.ERROR, "the service of the fabric at " + address + " has failed", e);
        }
    }

    private void ready(SelectionKey key) {
        Object client = key.attachment();
        try {
            if (client instanceof ServiceClient known) {
                int left = PACKETS_A_TURN;
                while (left > 0 && known.readPacket()) {
                    left--;
                }
                if (known.isGone()) {
                    end(known);
                }
            } else {
                readControls();
            }
        } catch (IOException | RuntimeException e) {
            // Neither another client nor the service may suffer from what one client sends.
            LOG.log(Logger.Level.WARNING, "a request of " + (client == null ? "a client" : client) + " failed", e);
        }
    }

    private void readControls() throws IOException {
        for (int left = CONTROLS_A_TURN; left > 0; left--) {
            message.clear();
            SocketAddress from = control.receive(message);
            if (from == null) {
                return;
            }
            ServiceMessage request = ServiceMessage.read(message.flip());
            if (request != null && from instanceof InetSocketAddress sender) {
                ServiceMessage answer = answer(request, sender);
                answer.write(reply);
                control.send(reply, from);
            }
        }
    }

    private ServiceMessage answer(ServiceMessage request, InetSocketAddress from) {
        try {
            if (request.type == ServiceMessage.CONNECT) {
                return connect(request, from);
            }
            ServiceClient client = clients.get(request.client);
            // A client cannot speak for another one.
            if (client == null || !client.control.equals(from)) {
                return request.failure();
            }
            switch (request.type) {
                case ServiceMessage.DISCONNECT -> end(client);
                case ServiceMessage.SET_IS_SM -> client.manage(request.number() != 0);
                default -> {
                    return client.port.answer(request);
                }
            }
            return request.answer(new byte[ServiceMessage.DATA]);
        } catch (IOException | RdmaException | IllegalArgumentException e) {
            refused(from, e);
            return request.failure();
        }
    }

    /** Logs a refusal, and many of them at a lower level, so that a client cannot fill the log. */
    private void refused(InetSocketAddress from, Exception reason) {
        long now = System.nanoTime();
        boolean quiet = now - lastRefusal < REFUSAL_NANOS;
        lastRefusal = now;
        LOG.log(
                quiet ? Logger.Level.DEBUG : Logger.Level.WARNING,
                "a client at " + from + " was refused: " + reason.getMessage());
    }

    private ServiceMessage connect(ServiceMessage request, InetSocketAddress from) throws IOException {
        clients.values().stream().filter(known -> known.control.equals(from)).forEach(this::end);
        ServiceClient.ServedPort port = ServiceClient.ServedPort.find(fabric, request.node());
        int to = request.number();
        if (to < 1 || to > MAX_PORT) {
            throw new IllegalArgumentException(to + " is not the UDP port of a client");
        }
        if (clients.size() >= limits.clients()) {
            endGone();
        }
        if (clients.size() >= limits.clients()) {
            throw new RdmaException("all " + limits.clients() + " clients are connected; raise the limit");
        }
        int number = -1;
        DatagramChannel packets = null;
        while (packets == null) {
            number++;
            packets = clients.containsKey(number) ? null : bindPackets(number);
        }
        ServiceClient client = null;
        try {
            packets.connect(new InetSocketAddress(from.getAddress(), to));
            client = new ServiceClient(number, from, packets, fabric, port, limits, listener);
            clients.put(number, client);
            packets.register(selector, SelectionKey.OP_READ, client);
            if (request.isManager()) {
                client.manage(true);
            }
            LOG.log(Logger.Level.DEBUG, client + " is connected");
            return request.connected(number);
        } catch (IOException | RdmaException e) {
            if (client == null) {
                packets.close();
            } else {
                end(client);
            }
            throw e;
        }
    }

    /** Binds the packet socket of a client; returns null if another program has its port. */
    private @Nullable DatagramChannel bindPackets(int number) throws IOException {
        int port = address.getPort() + 1 + number;
        if (port > MAX_PORT) {
            throw new RdmaException("there is no free UDP port above " + address.getPort() + " for another client");
        }
        try {
            return bind(new InetSocketAddress(address.getAddress(), port));
        } catch (BindException e) {
            return null;
        }
    }

    private void endGone() {
        clients.values().forEach(ServiceClient::checkAlive);
        clients.values().stream().filter(ServiceClient::isGone).forEach(this::end);
    }

    private void end(ServiceClient client) {
        if (clients.remove(client.number, client)) {
            LOG.log(Logger.Level.DEBUG, client + " has ended");
            client.close();
        }
    }
}
