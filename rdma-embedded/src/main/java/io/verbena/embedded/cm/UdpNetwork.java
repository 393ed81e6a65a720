package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.spi.cm.UdpSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The UDP sockets of all hosts of a fabric. A packet arrives at once if the port that has its destination address is active. Packets do
 * not use the fabric, and are not counted.
 */
public final class UdpNetwork {
    private static final int MAX_WAITING = 1024;
    private static final int MAX_PORT = 65535;
    private static final int FIRST_EPHEMERAL = 32768;

    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /**
     * Opens a socket of a host.
     *
     * @throws SysException if the host does not have the address, or another socket uses the port
     */
    UdpSocket open(CmHost host, InetSocketAddress wanted) {
        InetAddress address = wanted.getAddress();
        if (!address.isAnyLocalAddress() && host.timeline.get(() -> host.portOf(address)) == null) {
            throw new SysException("bind", wanted.toString(), Errno.EADDRNOTAVAIL, "this host has " + host.addresses());
        }
        synchronized (this) {
            int port = wanted.getPort() == 0 ? freePort(host) : wanted.getPort();
            if (sockets.stream().anyMatch(other -> other.collides(host, address, port))) {
                throw new SysException(
                        "bind", wanted.toString(), Errno.EADDRINUSE, "use another port, or 0 for a free one");
            }
            Socket opened = new Socket(this, host, new InetSocketAddress(address, port));
            sockets.add(opened);
            return opened;
        }
    }

    private int freePort(CmHost host) {
        for (int port = FIRST_EPHEMERAL; port <= MAX_PORT; port++) {
            int tried = port;
            if (sockets.stream().noneMatch(other -> other.host == host && other.address.getPort() == tried)) {
                return port;
            }
        }
        throw new SysException("bind", host.device, Errno.EADDRINUSE, "all ports are in use; close sockets");
    }

    private void send(Socket from, ByteBuffer packet, InetSocketAddress destination) {
        CmHost sender = from.host;
        InetAddress to = destination.getAddress();
        InetSocketAddress source = new InetSocketAddress(sender.timeline.get(() -> from.sourceTo(to)), from.port());
        sockets.stream()
                .filter(socket -> sender.timeline.get(() -> socket.hasAddress(sender, destination)))
                .findFirst()
                .ifPresent(socket -> socket.packets.offer(new Packet(source, packet)));
    }

    /** A packet; without a source, the end of the socket. */
    private record Packet(@Nullable InetSocketAddress source, ByteBuffer content) {}

    private static final class Socket implements UdpSocket {
        private static final Packet END = new Packet(null, ByteBuffer.allocate(0));

        private final UdpNetwork network;
        private final CmHost host;
        private final InetSocketAddress address;
        private final BlockingQueue<Packet> packets = new LinkedBlockingQueue<>(MAX_WAITING);
        private volatile boolean closed;

        Socket(UdpNetwork network, CmHost host, InetSocketAddress address) {
            this.network = network;
            this.host = host;
            this.address = address;
        }

        int port() {
            return address.getPort();
        }

        boolean collides(CmHost other, InetAddress wanted, int port) {
            InetAddress own = address.getAddress();
            boolean overlap = own.equals(wanted) || own.isAnyLocalAddress() || wanted.isAnyLocalAddress();
            return host == other && address.getPort() == port && overlap;
        }

        /** Returns whether packets of a host to an address and port arrive here. */
        boolean hasAddress(CmHost sender, InetSocketAddress destination) {
            InetAddress to = destination.getAddress();
            if (destination.getPort() != address.getPort() || (to.isLoopbackAddress() && sender != host)) {
                return false;
            }
            boolean isHere = address.getAddress().isAnyLocalAddress()
                    ? host.portOf(to) != null
                    : address.getAddress().equals(to);
            return isHere && (sender == host || host.network.neighbour(to) != null);
        }

        InetAddress sourceTo(InetAddress to) {
            InetAddress own = address.getAddress();
            if (!own.isAnyLocalAddress()) {
                return own;
            }
            if (host.portOf(to) != null) {
                return to;
            }
            CmPort port = host.activePort();
            if (port == null) {
                throw new SysException("sendto", to.toString(), Errno.ENETUNREACH, "no port of this host is active");
            }
            return to instanceof Inet6Address ? port.linkLocal() : port.ipv4();
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public void send(ByteBuffer packet, InetSocketAddress destination) {
            if (closed) {
                throw new SysException("sendto", destination.toString(), Errno.EBADF, "the socket is closed");
            }
            ByteBuffer copy =
                    ByteBuffer.allocate(packet.remaining()).put(packet).flip();
            network.send(this, copy, destination);
        }

        @Override
        public @Nullable InetSocketAddress receive(ByteBuffer into) {
            try {
                Packet packet = closed ? END : Objects.requireNonNull(packets.take());
                ByteBuffer content = packet.content;
                into.put(content.slice(0, Math.min(content.remaining(), into.remaining())));
                return packet.source;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }

        @Override
        public void close() {
            closed = true;
            network.sockets.remove(this);
            packets.clear();
            packets.offer(END);
        }
    }
}
