package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.error.Ranges;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.XrcDomain;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One side of a ping-pong over extended reliable connections (XRC). A server serves several clients with one shared receive
 * queue; each client has one as well. For one thread.
 */
public final class ExtendedPingPong implements AutoCloseable {
    /** The maximum number of clients of a server. */
    public static final int MAX_CLIENTS = 256;

    private static final ByteBuffer END =
            ByteBuffer.wrap("END\0".getBytes(US_ASCII)).asReadOnlyBuffer();

    private static final int BITS_24 = 0xffffff;
    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final Duration SPIN = Duration.ofMillis(1);

    private final Context context;
    private final ExtendedOptions options;
    private final ProtectionDomain domain;
    private final XrcDomain xrc;
    private final @Nullable CompletionChannel events;
    private final CompletionQueue queue;
    private final SharedReceiveQueue receives;
    private final MemoryRegion region;
    private final List<Peer> peers = new ArrayList<>();

    /**
     * The options of one side.
     *
     * @param port the port of the device, from 1
     * @param gidIndex the index of the local GID; -1 for none
     * @param size the message size in bytes, 1 to {@link PingPongOptions#MAX_BYTES}
     * @param mtu the path MTU
     * @param tests the number of messages of each client and in return, at least 1
     * @param serviceLevel the service level, 0 to 15
     * @param events whether to block until a completion event instead of polling
     * @param onDemand whether to use memory with on-demand paging
     */
    public record ExtendedOptions(
            int port, int gidIndex, int size, Mtu mtu, int tests, int serviceLevel, boolean events, boolean onDemand) {
        /** Checks the options. */
        public ExtendedOptions {
            Ranges.check("port", port, 1, 255);
            Ranges.check("GID index", gidIndex, -1, 255);
            Ranges.check("size", size, 1, PingPongOptions.MAX_BYTES);
            Ranges.check("number of tests", tests, 1, Integer.MAX_VALUE);
            Ranges.check("service level", serviceLevel, 0, 15);
        }
    }

    /**
     * The result of one side.
     *
     * @param device the local device
     * @param peers the number of peers
     * @param sent the number of messages sent
     * @param received the number of messages received
     * @param elapsedNanos the duration in nanoseconds
     */
    public record ExtendedReport(String device, int peers, int sent, int received, long elapsedNanos) {}

    /**
     * The address of one side of a connection: {@code 0000:000011:000012:b83f6d:000001:} and the GID in hexadecimal, and a NUL.
     *
     * @param lid the LID of the port
     * @param receiver the number of the queue pair that receives
     * @param sender the number of the queue pair that sends
     * @param sequenceNumber the first packet sequence number of both
     * @param receives the number of the shared receive queue
     * @param gid the GID; {@link Gid#ZERO} if this side has chosen none
     */
    public record ExtendedAddress(Lid lid, int receiver, int sender, int sequenceNumber, int receives, Gid gid) {
        private static final int LENGTH = 66;
        private static final Pattern FORM = Pattern.compile("([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6}):([0-9a-f]{6})"
                + ":([0-9a-f]{6}):([0-9a-f]{16})([0-9a-f]{16})\0");

        ByteBuffer encode() {
            String text = String.format(
                    Locale.ROOT,
                    "%04x:%06x:%06x:%06x:%06x:%016x%016x\0",
                    lid.bits(),
                    receiver,
                    sender,
                    sequenceNumber,
                    receives,
                    gid.prefix(),
                    gid.interfaceId());
            return ByteBuffer.wrap(text.getBytes(US_ASCII));
        }

        static ExtendedAddress decode(ByteBuffer bytes) {
            String text = US_ASCII.decode(bytes).toString();
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new UnknownPeerException("'" + text.replaceAll("[^ -~]", "?")
                        + "' is not of the form LID:QPN:QPN:PSN:SRQN:GID; the peer is not a ping-pong over XRC");
            }
            return new ExtendedAddress(
                    new Lid(Integer.parseInt(form.group(1), 16)),
                    Integer.parseInt(form.group(2), 16),
                    Integer.parseInt(form.group(3), 16),
                    Integer.parseInt(form.group(4), 16),
                    Integer.parseInt(form.group(5), 16),
                    new Gid(Long.parseUnsignedLong(form.group(6), 16), Long.parseUnsignedLong(form.group(7), 16)));
        }
    }

    /** A connection: the queue pair that receives, the one that sends, and what is still to be done. */
    private static final class Peer {
        final QueuePair receiver;
        final QueuePair sender;
        final int sequenceNumber = ThreadLocalRandom.current().nextInt(BITS_24 + 1);
        int receives;
        int sent;
        int received;
        boolean isSending;

        Peer(QueuePair receiver, QueuePair sender) {
            this.receiver = receiver;
            this.sender = sender;
        }
    }

    private ExtendedPingPong(Context context, ExtendedOptions options, int clients) {
        this.context = context;
        this.options = options;
        domain = context.protectionDomain();
        xrc = context.xrcDomain();
        events = options.events() ? context.completionChannel() : null;
        queue = context.completionQueue(2 * clients + 1, events, 0);
        receives = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(clients + 1, 1), xrc, queue);
        ByteBuffer memory = ByteBuffer.allocateDirect(options.size());
        region = options.onDemand()
                ? domain.register(memory, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND)
                : domain.register(memory, AccessFlag.LOCAL_WRITE);
        for (int i = 0; i <= clients; i++) {
            receive();
        }
        for (int i = 0; i < clients; i++) {
            peers.add(new Peer(
                    domain.queuePair(QueuePairType.XRC_RECEIVE).in(xrc).create(),
                    domain.queuePair(QueuePairType.XRC_SEND)
                            .completions(queue)
                            .capacity(new QueuePairCapacity(1, 0, 1, 0, 0))
                            .create()));
        }
    }

    /**
     * Creates the objects of one side on a device, which remains open, and posts the receives.
     *
     * @param clients the number of clients of a server, 1 to {@value #MAX_CLIENTS}; 1 for a client
     * @throws io.verbena.error.UnsupportedException if the device has no XRC
     * @throws io.verbena.error.SysException if the device refuses to create an object
     */
    public static ExtendedPingPong open(Context context, ExtendedOptions options, int clients) {
        Ranges.check("number of clients", clients, 1, MAX_CLIENTS);
        return new ExtendedPingPong(context, options, clients);
    }

    /**
     * Exchanges addresses with a peer, and connects to it. The client writes first.
     *
     * @param number the number of the peer, from 0
     * @param calling whether this side is the client
     * @return the address of the peer
     * @throws io.verbena.exchange.ExchangeException if the peer does not respond, disconnects, or is another program
     * @throws io.verbena.error.SysException if the device rejects the address of the peer
     */
    public ExtendedAddress connect(int number, SideChannel channel, boolean calling, Duration timeout) {
        Peer peer = peers.get(number);
        ByteBuffer answer = ByteBuffer.allocate(ExtendedAddress.LENGTH);
        if (calling) {
            SideChannels.writeFully(channel, local(peer).encode(), timeout);
        }
        SideChannels.readFully(channel, answer, timeout);
        ExtendedAddress remote = ExtendedAddress.decode(answer.flip());
        AddressVector way =
                PingPong.vector(options.port(), remote.lid(), options.serviceLevel(), remote.gid(), options.gidIndex());
        connect(peer.receiver, peer, remote, way, remote.sender());
        connect(peer.sender, peer, remote, way, remote.receiver());
        peer.receives = remote.receives();
        if (!calling) {
            SideChannels.writeFully(channel, local(peer).encode(), timeout);
        }
        return remote;
    }

    private void connect(QueuePair pair, Peer peer, ExtendedAddress remote, AddressVector way, int number) {
        QueuePairSetup setup = QueuePairSetup.port(options.port())
                .mtu(options.mtu())
                .timeout(14, 7)
                .receiverNotReady(7, 12)
                .to(way, number)
                .sequenceNumbers(peer.sequenceNumber, remote.sequenceNumber());
        pair.initialise(setup);
        pair.connect(setup);
    }

    private ExtendedAddress local(Peer peer) {
        return new ExtendedAddress(
                context.port(options.port()).lid(),
                peer.receiver.number(),
                peer.sender.number(),
                peer.sequenceNumber,
                receives.number(),
                PingPong.gid(context, options.port(), options.gidIndex()));
    }

    /**
     * Exchanges messages until each client has sent and received all of them.
     *
     * @param calling whether this side is the client; the server sends first
     * @param timeout the timeout for the next completion
     * @throws TrafficException if the timeout expires
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent or received
     */
    public ExtendedReport play(boolean calling, Duration timeout) {
        long start = System.nanoTime();
        CompletionBatch batch = queue.batch(2 * peers.size() + 1);
        if (!calling) {
            peers.forEach(this::send);
        }
        long last = start;
        while (!peers.stream().allMatch(this::isDone)) {
            int count = options.events() ? queue.await(batch, timeout) : queue.poll(batch);
            for (int i = 0; i < count; i++) {
                take(batch.get(i).check(), calling);
            }
            long now = System.nanoTime();
            last = count > 0 ? now : last;
            if (now - last > timeout.toNanos()) {
                throw new TrafficException("no message on " + this + " for " + timeout.toMillis() + " ms");
            }
            if (count == 0 && now - last > SPIN.toNanos()) {
                LockSupport.parkNanos(1);
            }
        }
        int sent = peers.stream().mapToInt(peer -> peer.sent).sum();
        int received = peers.stream().mapToInt(peer -> peer.received).sum();
        return new ExtendedReport(context.device(), peers.size(), sent, received, System.nanoTime() - start);
    }

    /**
     * Exchanges the end with all peers, so that no side closes its queue pairs while another still sends: four bytes, {@code END} and a
     * NUL. A client writes first; a server answers when all clients have written.
     *
     * @param channels the channels to the peers
     * @param calling whether this side is the client
     * @throws io.verbena.exchange.ExchangeException if a peer does not respond, disconnects, or is another program
     */
    public void finish(List<SideChannel> channels, boolean calling, Duration timeout) {
        if (calling) {
            channels.forEach(channel -> SideChannels.writeFully(channel, END.duplicate(), timeout));
        }
        for (SideChannel channel : channels) {
            ByteBuffer end = ByteBuffer.allocate(END.remaining());
            SideChannels.readFully(channel, end, timeout);
            if (!end.flip().equals(END)) {
                throw new UnknownPeerException(channel + " did not end with END; the peer is not a ping-pong over XRC");
            }
        }
        if (!calling) {
            channels.forEach(channel -> SideChannels.writeFully(channel, END.duplicate(), timeout));
        }
    }

    private boolean isDone(Peer peer) {
        return peer.sent == options.tests() && peer.received == options.tests() && !peer.isSending;
    }

    private void take(WorkCompletion completion, boolean calling) {
        if (completion.id() == SENT) {
            Peer peer = find(completion.queuePair(), false);
            peer.isSending = false;
            if (calling ? peer.received > peer.sent : peer.received == peer.sent && peer.sent < options.tests()) {
                send(peer);
            }
            return;
        }
        receive();
        Peer peer = find(completion.queuePair(), true);
        peer.received++;
        if (!peer.isSending && peer.sent < options.tests()) {
            send(peer);
        }
    }

    private Peer find(int number, boolean receiver) {
        for (Peer peer : peers) {
            if ((receiver ? peer.receiver : peer.sender).number() == number) {
                return peer;
            }
        }
        throw new TrafficException("a completion of queue pair " + number + ", which is none of " + this);
    }

    private void send(Peer peer) {
        peer.sent++;
        peer.isSending = true;
        peer.sender.post(peer.sender
                .sendRequests(1)
                .send(SENT)
                .segment(region, 0, options.size())
                .toSharedReceiveQueue(peer.receives));
    }

    private void receive() {
        receives.post(receives.receiveRequests(1).receive(RECEIVED).segment(region, 0, options.size()));
    }

    /** Closes the objects of this side. */
    @Override
    public void close() {
        // The queue pairs and the shared receive queue are closed with the domain.
        domain.close();
        queue.close();
        if (events != null) {
            events.close();
        }
        xrc.close();
    }

    @Override
    public String toString() {
        return "ExtendedPingPong[" + context + ", " + peers.size() + " peers]";
    }
}
