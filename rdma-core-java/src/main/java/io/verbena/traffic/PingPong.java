package io.verbena.traffic;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.exchange.SideChannel;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.SendOperation;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.traffic.PingPongBuffer.PingPongPattern;
import io.verbena.traffic.PingPongReport.CompletionTimes;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One side of a ping-pong: the client sends messages, and the server sends them back. Both sides {@link #connect} over a
 * side channel and then {@link #play}; the peer may be the C program for the same service. For one thread.
 *
 * <pre>{@code
 * try (PingPong game = PingPong.open(device, PingPongOptions.of(PingPongService.RC))) {
 *     game.connect(channel, PingPong.Side.CALLING, timeout);
 *     PingPongReport report = game.play(timeout);
 * }
 * }</pre>
 */
public final class PingPong implements AutoCloseable {
    /** The sides of a ping-pong. */
    public enum Side {
        /** The client, which sends first. */
        CALLING,
        /** The server. */
        CALLED
    }

    private static final Set<CompletionField> TIMED = EnumSet.of(CompletionField.QUEUE_PAIR, CompletionField.TIMESTAMP);
    private static final int QUEUE_KEY = 0x11111111;
    private static final int BITS_24 = 0xffffff;

    private final Context context;
    final PingPongOptions options;
    private final ProtectionDomain domain;
    final PingPongBuffer buffer;
    final CompletionTimes.@Nullable Counter times;
    private final @Nullable CompletionChannel channel;
    final CompletionQueue queue;
    final @Nullable SharedReceiveQueue shared;
    final List<QueuePair> pairs = new ArrayList<>();
    private final List<PingPongAddress> local = new ArrayList<>();
    private List<PingPongAddress> remote = List.of();
    private @Nullable AddressHandle way;
    private Side side = Side.CALLED;

    private PingPong(Context context, PingPongOptions options, PortProperties port) {
        this.context = context;
        this.options = options;
        int entries = options.depth() + options.queuePairs();
        times = options.timestamps()
                ? new CompletionTimes.Counter(context.extensions().timestampMask())
                : null;
        channel = options.events() ? context.completionChannel() : null;
        domain = context.protectionDomain();
        buffer = PingPongBuffer.of(domain, options, options.payloadOffset() + options.size());
        queue = times == null
                ? context.completionQueue(entries, channel, 0)
                : context.completionQueue(entries, channel, 0, TIMED);
        shared = options.service().isShared()
                ? domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(options.depth(), 1))
                : null;
        Gid gid = gid(context, options.port(), options.gidIndex());
        for (int i = 0; i < options.queuePairs(); i++) {
            QueuePair pair = queuePair();
            pair.initialise(setup());
            pairs.add(pair);
            local.add(new PingPongAddress(
                    port.lid(), pair.number(), ThreadLocalRandom.current().nextInt(BITS_24 + 1), gid));
        }
    }

    /**
     * Creates the objects of one side on a device, which remains open, and posts the receives.
     *
     * @throws IllegalArgumentException if a datagram cannot have this size, or the port requires a GID index and none
     *     is given
     * @throws NoSuchElementException if the GID table has no entry at the index
     * @throws io.verbena.error.UnsupportedException if the device does not support this kind of memory or timestamps
     * @throws io.verbena.error.SysException if the device refuses to create an object
     */
    public static PingPong open(Context context, PingPongOptions options) {
        PortProperties port = context.port(options.port());
        if (options.service().isDatagram() && options.size() > bytes(port)) {
            throw new IllegalArgumentException("a datagram of " + options.size() + " bytes is larger than the MTU of "
                    + context.device() + "/" + options.port() + ", " + bytes(port));
        }
        if (port.linkLayer() == LinkLayer.ETHERNET && options.gidIndex() < 0) {
            throw new IllegalArgumentException(context.device() + "/" + options.port()
                    + " is an Ethernet port and requires a GID index;"
                    + " ibv_devinfo -v lists the GIDs");
        }
        if (options.timestamps() && context.extensions().timestampMask() == 0) {
            throw new UnsupportedException(
                    "ibv_create_cq_ex", context.device(), Errno.EOPNOTSUPP, "the device has no completion timestamps");
        }
        PingPong game = new PingPong(context, options, port);
        try {
            new PingPongRun(game).postReceives(options.depth());
            return game;
        } catch (RuntimeException | Error e) {
            game.close();
            throw e;
        }
    }

    private static int bytes(PortProperties port) {
        return Integer.parseInt(port.activeMtu().text());
    }

    private QueuePair queuePair() {
        QueuePairBuilder builder = domain.queuePair(options.service().type())
                .completions(queue)
                .capacity(new QueuePairCapacity(1, shared == null ? options.depth() : 0, 1, 1, 0));
        if (shared != null) {
            builder.receivesFrom(shared);
        }
        if (options.extended()) {
            builder.extended(Set.of(SendOperation.SEND));
        }
        return builder.create();
    }

    private QueuePairSetup setup() {
        return QueuePairSetup.port(options.port())
                .queueKey(QUEUE_KEY)
                .mtu(options.mtu())
                .timeout(14, 7)
                .receiverNotReady(7, 12);
    }

    /** Returns the GID of a port at an index; {@link Gid#ZERO} for index -1. */
    static Gid gid(Context context, int port, int index) {
        return index < 0
                ? Gid.ZERO
                : context.gid(port, index)
                        .map(GidTableEntry::gid)
                        .orElseThrow(() -> new NoSuchElementException(context.device() + "/" + port
                                + " has no GID at index " + index + "; ibv_devinfo -v lists its GIDs"));
    }

    /** Returns the addresses that this side sends to the peer. */
    public List<PingPongAddress> local() {
        return List.copyOf(local);
    }

    /**
     * Exchanges addresses with the peer and connects to it.
     *
     * @param which the side of the ping-pong
     * @param timeout the timeout of the whole exchange
     * @return the addresses of the peer
     * @throws io.verbena.exchange.ExchangeException if the peer does not respond, disconnects, or is not a ping-pong
     * @throws io.verbena.error.SysException if the device rejects the address of the peer
     */
    public List<PingPongAddress> connect(SideChannel channel, Side which, Duration timeout) {
        side = which;
        if (which == Side.CALLING && options.validate()) {
            buffer.write(options.payloadOffset());
        }
        int count = options.service().addresses();
        PingPongHandshake handshake =
                new PingPongHandshake(channel, local, count, this::establish, Deadline.in(timeout));
        remote = which == Side.CALLING ? handshake.call() : handshake.answer();
        return remote;
    }

    private void establish(List<PingPongAddress> others) {
        for (int i = 0; i < pairs.size(); i++) {
            PingPongAddress other = others.get(i);
            pairs.get(i)
                    .connect(setup().to(vector(other), other.number())
                            .sequenceNumbers(local.get(i).sequenceNumber(), other.sequenceNumber()));
        }
        if (options.service().isDatagram()) {
            way = domain.addressHandle(vector(others.get(0)));
        }
    }

    private AddressVector vector(PingPongAddress other) {
        return vector(options.port(), other.lid(), options.serviceLevel(), other.gid(), options.gidIndex());
    }

    static AddressVector vector(int port, Lid lid, int serviceLevel, Gid gid, int gidIndex) {
        return new AddressVector(port, lid, serviceLevel, 0, 0, gid, Math.max(0, gidIndex), 0, 1, 0);
    }

    /**
     * Exchanges messages until both sides have sent all of them. Allocates nothing between the first message and the
     * last.
     *
     * @param timeout the timeout for the next message of the peer
     * @throws TrafficException if the timeout expires, for example because a message was lost on an unreliable service
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent or received
     */
    public PingPongReport play(Duration timeout) {
        long start = System.nanoTime();
        new PingPongRun(this).play(side == Side.CALLING, this::address, timeout);
        long elapsed = System.nanoTime() - start;
        List<Integer> invalid = options.validate() && side == Side.CALLED
                ? PingPongPattern.invalidPages(buffer.read(options.payloadOffset()))
                : List.of();
        return new PingPongReport(
                options.service(),
                context.device(),
                local(),
                List.copyOf(remote),
                2L * options.iterations() * options.size(),
                options.iterations(),
                elapsed,
                times == null ? null : times.times(),
                invalid);
    }

    /** Sets the destination of a datagram; a connection needs none. */
    private void address(SendRequests request) {
        AddressHandle handle = way;
        if (handle != null) {
            request.to(handle, remote.get(0).number(), QUEUE_KEY);
        }
    }

    /** Closes the objects of this side. */
    @Override
    public void close() {
        // The queue pairs are closed with the queue.
        queue.close();
        if (channel != null) {
            channel.close();
        }
        domain.close();
        buffer.close();
    }

    @Override
    public String toString() {
        return "PingPong[" + options.service() + " on " + context + "]";
    }
}
