package io.verbena.stream;

import io.verbena.cm.CmId;
import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.PathRecord;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * The queue pair of a socket for datagrams at one local address, with memory for its datagrams. Used under the lock of the socket,
 * except for {@link #address}.
 */
final class DatagramQueue implements AutoCloseable {
    /** Bytes of a datagram with its header. */
    static final int SLOT_BYTES = 2048;

    /** Bytes in front of a received datagram, for the global route header. */
    private static final int ROUTE_BYTES = 40;

    private static final int RECEIVE_BYTES = ROUTE_BYTES + SLOT_BYTES;
    private static final int QUEUE_KEY = 0x01234567;
    private static final int POLLED = 32;

    final InetSocketAddress local;
    final QueuePair pair;
    final int maxLength;
    private final CmId id;
    private final StreamDevice device;
    private final CompletionQueue sent;
    private final CompletionQueue received;
    private final CompletionBatch sentBatch;
    private final CompletionBatch receivedBatch;
    private final ByteBuffer memory;
    private final MemoryRegion region;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final int sendsAt;

    /** The slots of sends that are not in use. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /** A datagram that has arrived in a slot, or whose content was copied. */
    record Arrival(InetSocketAddress source, ByteBuffer data, Runnable freed) {}

    private DatagramQueue(StreamDevice device, StreamEvents events, CmId id, StreamSizes sizes) {
        this.device = device;
        this.id = id;
        local = id.localAddress().orElseThrow();
        int sendCount = Math.min(sizes.sends(), sizes.sendBytes() / SLOT_BYTES);
        int receiveCount = Math.min(sizes.receives(), sizes.receiveBytes() / SLOT_BYTES);
        sendsAt = receiveCount * RECEIVE_BYTES;
        memory = ByteBuffer.allocateDirect(sendsAt + sendCount * SLOT_BYTES);
        PortProperties port = device.context().port(id.port());
        maxLength = Math.min(SLOT_BYTES, Integer.parseInt(port.activeMtu().text()))
                - DatagramHeader.length(local.getAddress());
        Deque<AutoCloseable> made = new ArrayDeque<>();
        try {
            sent = device.context().completionQueue(sendCount, events.channel(device), 0);
            made.push(sent);
            received = device.context().completionQueue(receiveCount, events.channel(device), 0);
            made.push(received);
            region = device.domain().register(memory, AccessFlag.LOCAL_WRITE);
            made.push(region);
            pair = device.domain()
                    .queuePair(QueuePairType.UD)
                    .completions(sent, received)
                    .capacity(new QueuePairCapacity(sendCount, receiveCount, 1, 1, 0))
                    .create();
            made.push(pair);
            id.use(pair);
        } catch (RuntimeException e) {
            ClosingFailures ignored = new ClosingFailures();
            ignored.closeAll(made);
            throw e;
        }
        sentBatch = sent.batch(POLLED);
        receivedBatch = received.batch(POLLED);
        sends = pair.sendRequests(1);
        receives = pair.receiveRequests(receiveCount);
        for (int slot = 0; slot < sendCount; slot++) {
            free.add(slot);
        }
        for (int slot = 0; slot < receiveCount; slot++) {
            receives.receive(slot).segment(region, (long) slot * RECEIVE_BYTES, RECEIVE_BYTES);
        }
        pair.post(receives);
    }

    /**
     * Creates a queue.
     *
     * @throws UnsupportedException if the device of the address has no datagrams
     */
    static DatagramQueue open(StreamDevices devices, StreamEvents events, InetSocketAddress local, StreamSizes sizes) {
        CmId id = devices.id(PortSpace.UDP);
        try {
            id.bind(local);
            StreamDevice device = devices.device(id.device()
                    .orElseThrow(() -> new SysException(
                            "rbind", local.toString(), Errno.ENODEV, "no RDMA device has this address")));
            if (device.isIwarp()) {
                throw new UnsupportedException(
                        "rsocket", local.toString(), Errno.EOPNOTSUPP, "iWARP has no unreliable datagrams (UD)");
            }
            return new DatagramQueue(device, events, id, sizes);
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    /** Returns the address handle of a peer, to which an identifier has resolved a path. */
    AddressHandle address(CmId resolved) {
        return device.domain()
                .addressHandle(vector(resolved.route(), device.context().port(id.port())));
    }

    private AddressVector vector(PathRecord path, PortProperties port) {
        boolean isEthernet = port.linkLayer() == LinkLayer.ETHERNET;
        boolean isGlobal = isEthernet || path.hopLimit() > 1;
        return new AddressVector(
                port.number(),
                isEthernet ? Lid.NONE : path.dlid(),
                path.sl(),
                path.slid().bits() & ((1 << port.lmc()) - 1),
                isEthernet ? 0 : path.rateBits(),
                isGlobal ? path.dgid() : Gid.ZERO,
                isGlobal ? gidIndex(port.number(), path.sgid()) : 0,
                path.flowLabel(),
                path.hopLimit(),
                path.trafficClass());
    }

    /** Returns the index of a GID, which the table may have for several packet formats; RoCE v2 is preferred. */
    private int gidIndex(int port, Gid gid) {
        return device.context().gids().stream()
                .filter(entry -> entry.port() == port && entry.gid().equals(gid))
                .max(Comparator.comparing(entry -> entry.type() == GidType.ROCE_V2))
                .map(GidTableEntry::index)
                .orElseThrow(() -> new SysException(
                        "ibv_query_gid",
                        device.context().device() + "/" + port,
                        Errno.ENOENT,
                        "the port no longer has the GID " + gid));
    }

    /** Sends a datagram; returns false if all slots are in use. */
    boolean trySend(ByteBuffer data, AddressHandle to, int queuePair) {
        if (free.isEmpty()) {
            sent.poll(sentBatch);
            sentBatch.forEach(done -> free.add((int) done.check().id()));
        }
        Integer slot = free.poll();
        if (slot == null) {
            return false;
        }
        int at = sendsAt + slot * SLOT_BYTES;
        ByteBuffer content = memory.duplicate().position(at);
        DatagramHeader.write(content, local);
        content.put(data);
        sends.send(slot).segment(region, at, content.position() - at).to(to, queuePair, QUEUE_KEY);
        pair.post(sends);
        return true;
    }

    /** Requests an event for the next completion of a send. */
    void armSends() {
        sent.requestNotification(false);
    }

    /** Moves the datagrams that have arrived to a list. Their slots are in use until they are freed. */
    void poll(Deque<Arrival> arrivals) {
        while (received.poll(receivedBatch) > 0) {
            receivedBatch.forEach(done -> {
                int slot = (int) done.id();
                ByteBuffer content = memory.duplicate()
                        .position(slot * RECEIVE_BYTES + ROUTE_BYTES)
                        .limit(slot * RECEIVE_BYTES + Math.max(ROUTE_BYTES, done.byteLength()));
                InetSocketAddress source = done.isSuccess() ? DatagramHeader.read(content) : null;
                if (source == null) {
                    receive(slot);
                } else {
                    arrivals.add(new Arrival(source, content, () -> receive(slot)));
                }
            });
        }
    }

    private void receive(int slot) {
        receives.receive(slot).segment(region, (long) slot * RECEIVE_BYTES, RECEIVE_BYTES);
        pair.post(receives);
    }

    void armReceives() {
        received.requestNotification(false);
    }

    boolean hasAddress(InetAddress address) {
        return local.getAddress().equals(address);
    }

    @Override
    public void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.close(id);
        failures.close(pair);
        failures.close(region);
        failures.close(received);
        failures.close(sent);
        failures.rethrow();
    }
}
