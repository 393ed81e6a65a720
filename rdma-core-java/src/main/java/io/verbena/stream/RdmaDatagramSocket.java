package io.verbena.stream;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.PortSpace;
import io.verbena.spi.cm.UdpSocket;
import io.verbena.stream.DatagramQueue.Arrival;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.Lifecycle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A socket for datagrams, which travel over queue pairs of unreliable datagrams (rsocket(7) with SOCK_DGRAM). The peer is another one,
 * or a program that uses librdmacm. As with UDP, datagrams may be lost, and may arrive in another order.
 *
 * <p>The first datagrams to a peer are UDP packets that announce the queue pair of this side. When the peer has announced its queue pair
 * in return, the next datagrams are sent to that.
 *
 * <p>Safe for use by several threads.
 */
public final class RdmaDatagramSocket implements AutoCloseable {
    /** The limit of each step to find the path to a peer. */
    private static final Duration RESOLVING = Duration.ofSeconds(2);

    private final StreamDevices devices;
    private final StreamEvents events = new StreamEvents();
    private final StreamSizes sizes;
    private final UdpSocket udp;
    private final Thread thread;
    private final Lifecycle life;
    private final ReentrantLock lock = new ReentrantLock();

    /** The queues by their local addresses. Guarded by the lock, like the fields below. */
    private final Map<InetAddress, DatagramQueue> queues = new HashMap<>();

    /** An IPv6 address has the scope with which it was first seen; the scope is no part of its equality. */
    private final Map<InetSocketAddress, Peer> peers = new HashMap<>();

    private final Deque<Arrival> arrivals = new ArrayDeque<>();
    private @Nullable InetSocketAddress connected;

    /** A peer, and its queue pair when that is known. */
    private static final class Peer {
        final InetSocketAddress address;
        final DatagramQueue queue;

        @Nullable AddressHandle handle;

        int queuePair;

        Peer(InetSocketAddress address, DatagramQueue queue) {
            this.address = address;
            this.queue = queue;
        }
    }

    private RdmaDatagramSocket(
            StreamDevices devices, Consumer<? super RdmaDatagramSocket> forget, UdpSocket udp, StreamSizes sizes) {
        this.devices = devices;
        this.udp = udp;
        this.sizes = sizes;
        life = new Lifecycle(this, new Lifecycle.Hooks() {
            @Override
            public void wake() {
                udp.close();
                events.wakeUp();
            }

            @Override
            public void destroy() {
                free();
            }

            @Override
            public void destroyed() {
                forget.accept(RdmaDatagramSocket.this);
            }
        });
        thread = new CallbackThread(
                this::run, "verbena-datagrams-" + udp.address().getPort());
    }

    static RdmaDatagramSocket open(
            StreamDevices devices,
            Consumer<? super RdmaDatagramSocket> forget,
            InetSocketAddress address,
            StreamSizes sizes) {
        RdmaDatagramSocket socket = new RdmaDatagramSocket(devices, forget, devices.udpSocket(address), sizes);
        socket.thread.start();
        return socket;
    }

    /** Returns the local address; the wildcard address if this socket receives at all addresses of the host. */
    public InetSocketAddress localAddress() {
        return udp.address();
    }

    /** Returns the peer of {@link #connect}, if there is one. */
    public Optional<InetSocketAddress> peerAddress() {
        lock.lock();
        try {
            return Optional.ofNullable(connected);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sets the peer of {@link #send(ByteBuffer)} (rconnect). This socket still receives the datagrams of all peers.
     *
     * @throws RdmaException if no RDMA device reaches the peer
     */
    public void connect(InetSocketAddress peer) {
        life.using(() -> {
            Peer found = peer(peer);
            lock.lock();
            try {
                connected = found.address;
            } finally {
                lock.unlock();
            }
            return found;
        });
    }

    /**
     * Returns the maximum length of a datagram to a peer in bytes: the MTU of the local port, at most 2048, without the header of 8 bytes
     * for IPv4 or 24 bytes for IPv6.
     *
     * @throws RdmaException if no RDMA device reaches the peer
     */
    public int maxLength(InetSocketAddress peer) {
        return life.using(() -> peer(peer)).queue.maxLength;
    }

    /** Returns whether datagrams to a peer are sent to its queue pair, which it has announced. Otherwise they are sent by UDP. */
    public boolean isDirect(InetSocketAddress peer) {
        lock.lock();
        try {
            Peer known = peers.get(peer);
            return known != null && known.handle != null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a datagram to the {@linkplain #connect connected} peer (rsend), from the position of a buffer to its limit.
     *
     * @throws IllegalStateException if no peer is connected
     */
    public void send(ByteBuffer data) {
        send(
                data,
                peerAddress().orElseThrow(() -> new IllegalStateException(this + " has no peer; connect it to one")));
    }

    /**
     * Sends a datagram (rsendto), from the position of a buffer to its limit. Waits while the maximum number of datagrams is in flight.
     *
     * @throws IllegalArgumentException if the datagram is longer than {@link #maxLength}
     * @throws RdmaException if no RDMA device reaches the peer
     */
    public void send(ByteBuffer data, InetSocketAddress to) {
        life.using(() -> {
            Peer peer = peer(to);
            if (data.remaining() > peer.queue.maxLength) {
                throw new IllegalArgumentException("a datagram of " + data.remaining() + " bytes to " + to
                        + " is longer than the maximum of " + peer.queue.maxLength + " bytes");
            }
            boolean done = false;
            while (!done) {
                life.requireOpen();
                long seen = events.events();
                done = trySend(peer, data, false) || trySend(peer, data, true);
                if (!done) {
                    boolean unused = events.await(seen, Deadline.in(RESOLVING));
                }
            }
            return peer;
        });
    }

    private boolean trySend(Peer peer, ByteBuffer data, boolean arms) {
        lock.lock();
        try {
            AddressHandle handle = peer.handle;
            if (handle == null) {
                sendByUdp(peer, data);
                return true;
            }
            if (arms) {
                peer.queue.armSends();
            }
            return peer.queue.trySend(data, handle, peer.queuePair);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Announces the queue pair to a peer.
     *
     * @param data the datagram; null for none
     */
    private void sendByUdp(Peer peer, @Nullable ByteBuffer data) {
        ByteBuffer packet = ByteBuffer.allocate(DatagramNote.MAX_BYTES + (data == null ? 0 : data.remaining()));
        new DatagramNote(data != null, peer.queue.pair.number(), peer.queue.local.getAddress()).write(packet);
        if (data != null) {
            packet.put(data);
        }
        udp.send(packet.flip(), peer.address);
    }

    /** Returns a peer, and creates the queue at the local address from which it is reached. */
    private Peer peer(InetSocketAddress address) {
        Peer known = known(address);
        if (known != null) {
            return known;
        }
        InetSocketAddress own = udp.address();
        InetAddress local = own.getAddress().isAnyLocalAddress() ? sourceOf(address) : own.getAddress();
        lock.lock();
        try {
            DatagramQueue queue = queues.get(local);
            if (queue == null) {
                queue = DatagramQueue.open(devices, events, new InetSocketAddress(local, own.getPort()), sizes);
                queues.put(local, queue);
                events.wakeUp();
            }
            DatagramQueue found = queue;
            return peers.computeIfAbsent(address, added -> new Peer(added, found));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Peer known(InetSocketAddress address) {
        lock.lock();
        try {
            return peers.get(address);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the local address from which a peer is reached. */
    private InetAddress sourceOf(InetSocketAddress peer) {
        try (CmId id = devices.id(PortSpace.UDP)) {
            CmEvent unused = await(id.resolveAddressAsync(null, peer, RESOLVING), peer, "the address");
            return id.localAddress().orElseThrow().getAddress();
        }
    }

    private <T> T await(CompletableFuture<T> step, InetSocketAddress peer, String wanted) {
        return FutureWaits.await(
                step, RESOLVING, this, () -> new StreamTimeoutException(this, wanted + " of " + peer, RESOLVING));
    }

    /** Finds the path to a peer that has announced a queue pair. */
    private void resolve(Peer peer, int queuePair) {
        try (CmId id = devices.id(PortSpace.UDP)) {
            InetSocketAddress from = new InetSocketAddress(peer.queue.local.getAddress(), 0);
            CmEvent unused = await(id.resolveAddressAsync(from, peer.address, RESOLVING), peer.address, "the address");
            CmEvent unusedToo = await(id.resolveRouteAsync(RESOLVING), peer.address, "the path");
            AddressHandle found = peer.queue.address(id);
            AddressHandle before;
            lock.lock();
            try {
                before = peer.handle;
                peer.handle = found;
                peer.queuePair = queuePair;
            } finally {
                lock.unlock();
            }
            if (before != null) {
                before.close();
            }
        }
    }

    private void run() {
        ByteBuffer packet = ByteBuffer.allocate(DatagramQueue.SLOT_BYTES + DatagramNote.MAX_BYTES);
        InetSocketAddress from = udp.receive(packet.clear());
        while (from != null) {
            try {
                take(from, packet.flip());
            } catch (RdmaException e) {
                // Datagrams to a peer without a path still travel by UDP, and each announces the queue pair again.
                packet.clear();
            }
            from = udp.receive(packet.clear());
        }
    }

    private void take(InetSocketAddress from, ByteBuffer packet) {
        DatagramNote note = DatagramNote.read(packet, from.getAddress());
        if (note == null) {
            return;
        }
        Peer peer = peer(from);
        if (note.hasData()) {
            sendByUdp(peer, null);
        }
        boolean isKnown;
        lock.lock();
        try {
            isKnown = peer.handle != null && peer.queuePair == note.queuePair();
        } finally {
            lock.unlock();
        }
        if (!isKnown) {
            resolve(peer, note.queuePair());
        }
        if (note.hasData()) {
            deliver(new Arrival(
                    from, ByteBuffer.allocate(packet.remaining()).put(packet).flip(), () -> {}));
        }
    }

    private void deliver(Arrival arrival) {
        lock.lock();
        try {
            if (arrivals.size() < sizes.receives()) {
                arrivals.add(arrival);
            }
        } finally {
            lock.unlock();
        }
        events.wakeUp();
    }

    /**
     * Waits for a datagram (rrecvfrom). The bytes that exceed the buffer are lost.
     *
     * @param into takes the data at its position
     * @param timeout the timeout; zero to return at once
     * @return the address of the sender; empty after the timeout
     */
    public Optional<InetSocketAddress> receive(ByteBuffer into, Duration timeout) {
        return life.using(() -> {
            Optional<InetSocketAddress> source = tryReceive(into, false);
            if (timeout.isZero()) {
                return source;
            }
            Deadline deadline = Deadline.in(timeout);
            boolean inTime = true;
            while (source.isEmpty() && inTime) {
                life.requireOpen();
                long seen = events.events();
                source = tryReceive(into, true);
                if (source.isEmpty()) {
                    inTime = events.await(seen, deadline);
                    source = tryReceive(into, false);
                }
            }
            return source;
        });
    }

    private Optional<InetSocketAddress> tryReceive(ByteBuffer into, boolean arms) {
        lock.lock();
        try {
            if (arms) {
                queues.values().forEach(DatagramQueue::armReceives);
            }
            if (arrivals.isEmpty()) {
                queues.values().forEach(queue -> queue.poll(arrivals));
            }
            Arrival first = arrivals.poll();
            if (first == null) {
                return Optional.empty();
            }
            ByteBuffer data = first.data();
            data.limit(data.position() + Math.min(data.remaining(), into.remaining()));
            into.put(data);
            first.freed().run();
            Peer known = peers.get(first.source());
            return Optional.of(known == null ? first.source() : known.address);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether this socket is open. */
    public boolean isOpen() {
        return !life.isClosed();
    }

    private void free() {
        CallbackThread.await(thread);
        ClosingFailures failures = new ClosingFailures();
        lock.lock();
        try {
            peers.values().forEach(peer -> failures.close(peer.handle));
            failures.closeAll(queues.values());
        } finally {
            lock.unlock();
        }
        failures.attempt(events::close);
        failures.rethrow();
    }

    /** Closes this socket. Datagrams that were not received are lost. Does nothing the second time. */
    @Override
    public void close() {
        life.close();
    }

    @Override
    public String toString() {
        return "RdmaDatagramSocket[" + udp.address() + "]";
    }
}
