package io.verbena.exchange;

import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Connects a queue pair with one of another host, where no connection manager does: both sides do the same, over a {@link
 * SideChannel}. Each tells its number, first packet number, LID, GID and MTU; the smaller MTU counts. When {@link #connect}
 * returns at one side, the queue pairs of both send and receive.
 *
 * <pre>{@code
 * QueuePairExchange exchange = new QueuePairExchange(pair).gidIndex(1).access(AccessFlag.REMOTE_WRITE);
 * exchange.initialise();
 * pair.post(receives);
 * QueuePairAddress other = exchange.connect(channel, Duration.ofSeconds(5));
 * }</pre>
 */
public final class QueuePairExchange {
    private static final int BITS_24 = 0xffffff;

    /** The code of 0.64 ms. */
    private static final int RECEIVER_NOT_READY_TIMER = 12;

    private final QueuePair pair;
    private final int sequenceNumber = ThreadLocalRandom.current().nextInt(BITS_24 + 1);
    private int port = 1;
    private int gidIndex;
    private boolean global;
    private AccessFlag[] access = {};
    private int queueKey;
    private int reads = 1;
    private Mtu mtu = Mtu.MTU_4096;
    private int serviceLevel;
    private int receiverNotReadyTries = 6;

    /** For a queue pair in state RESET. */
    public QueuePairExchange(QueuePair pair) {
        this.pair = pair;
    }

    /** By this port, which counts from 1; by the first unless it is said. */
    public QueuePairExchange port(int number) {
        port = number;
        return this;
    }

    /**
     * With the own GID at this index, as on Ethernet and across subnets; both sides say so, or none. Unless it is said, the
     * first GID on Ethernet, and else none.
     */
    public QueuePairExchange gidIndex(int index) {
        gidIndex = index;
        global = true;
        return this;
    }

    /** What the other side may do by the queue pair; nothing but send unless it is said. */
    public QueuePairExchange access(AccessFlag... flags) {
        access = flags.clone();
        return this;
    }

    /** The Q_Key that datagrams must have; 0 unless it is said. */
    public QueuePairExchange queueKey(int key) {
        queueKey = key;
        return this;
    }

    /** How many reads and atomics at once; the smaller number of both sides counts. 1 unless it is said. */
    public QueuePairExchange reads(int atOnce) {
        reads = atOnce;
        return this;
    }

    /** The largest payload of a packet that this side wants; unless it is said, what the port can. */
    public QueuePairExchange mtu(Mtu most) {
        mtu = most;
        return this;
    }

    /** The service level of what this side sends, 0 to 15; 0 unless it is said. */
    public QueuePairExchange serviceLevel(int level) {
        serviceLevel = level;
        return this;
    }

    /** How often to send again when nothing was there to receive into, 7 for ever; 6 unless it is said. */
    public QueuePairExchange receiverNotReady(int tries) {
        receiverNotReadyTries = tries;
        return this;
    }

    /** Takes the queue pair to state INIT, so that receives can be posted before the other side sends. */
    public void initialise() {
        pair.initialise(setup());
    }

    private QueuePairSetup setup() {
        return QueuePairSetup.port(port).access(access).queueKey(queueKey).reads(reads);
    }

    /**
     * What this side tells.
     *
     * @throws NoSuchElementException if there is no GID at the index
     */
    public QueuePairAddress local() {
        Context context = pair.domain().context();
        PortProperties properties = context.port(port);
        boolean withGid = global || properties.linkLayer() == LinkLayer.ETHERNET;
        Gid gid = !withGid
                ? Gid.ZERO
                : context.gid(port, gidIndex)
                        .map(GidTableEntry::gid)
                        .orElseThrow(() -> new NoSuchElementException(context.device() + "/" + port
                                + " has no GID at index " + gidIndex + "; ibv_devinfo -v lists those it has"));
        return new QueuePairAddress(
                pair.type(),
                pair.number(),
                sequenceNumber,
                queueKey,
                properties.lid(),
                gid,
                least(mtu, properties.activeMtu()),
                reads);
    }

    /**
     * Connects. After an error the queue pair is in the state that it came to, and the channel is of no use.
     *
     * @param timeout for all of it
     * @return what the other side told
     * @throws ExchangeTimeoutException if the other side says nothing, or not enough, in time
     * @throws PeerClosedException if the other side ends in the middle
     * @throws UnknownPeerException if the other side is another program or another version, or has another service
     * @throws PeerRefusedException if the other side could not connect
     * @throws io.verbena.error.SysException if this side cannot; the other side is told
     */
    public QueuePairAddress connect(SideChannel channel, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        QueuePairAddress local = local();
        try {
            write(channel, new Message.Offer(local), deadline);
            QueuePairAddress remote = offered(channel, local, deadline);
            establish(local, remote);
            write(channel, new Message.Ready(), deadline);
            awaitReady(channel, deadline);
            return remote;
        } catch (PeerClosedException | PeerRefusedException e) {
            throw e.during("cannot connect " + pair);
        } catch (RdmaException e) {
            tell(channel, e);
            throw e.during("cannot connect " + pair);
        }
    }

    private QueuePairAddress offered(SideChannel channel, QueuePairAddress local, Deadline deadline) {
        Message first = read(channel, deadline);
        requireNoRefusal(channel, first);
        if (!(first instanceof Message.Offer offer)) {
            throw new UnknownPeerException(channel + " did not begin with what its queue pair is");
        }
        QueuePairAddress remote = offer.address();
        if (remote.type() != local.type()) {
            throw new UnknownPeerException(
                    channel + " has a queue pair of service " + remote.type().text() + ", and this side one of "
                            + local.type().text());
        }
        if (remote.gid().equals(Gid.ZERO) != local.gid().equals(Gid.ZERO)) {
            throw new UnknownPeerException(channel + " told " + remote.gid() + " as its GID, and this side "
                    + local.gid() + "; both name one, or none");
        }
        return remote;
    }

    private void establish(QueuePairAddress local, QueuePairAddress remote) {
        QueuePairSetup setup = setup().reads(Math.min(local.reads(), remote.reads()))
                .mtu(least(local.mtu(), remote.mtu()))
                .sequenceNumbers(local.sequenceNumber(), remote.sequenceNumber())
                .receiverNotReady(receiverNotReadyTries, RECEIVER_NOT_READY_TIMER)
                .to(remote.way(port, gidIndex, serviceLevel), remote.number());
        if (pair.state() == QueuePairState.RESET) {
            pair.initialise(setup);
        }
        pair.connect(setup);
    }

    private static void awaitReady(SideChannel channel, Deadline deadline) {
        Message answer = read(channel, deadline);
        requireNoRefusal(channel, answer);
        if (!(answer instanceof Message.Ready)) {
            throw new UnknownPeerException(channel + " told twice what its queue pair is");
        }
    }

    private static void requireNoRefusal(SideChannel channel, Message message) {
        if (message instanceof Message.Refusal refusal) {
            throw new PeerRefusedException(channel + " could not connect: " + refusal.reason());
        }
    }

    private static Mtu least(Mtu one, Mtu other) {
        return one.code() <= other.code() ? one : other;
    }

    private static void write(SideChannel channel, Message message, Deadline deadline) {
        SideChannels.writeFully(channel, message.encode(), deadline.remaining());
    }

    private static Message read(SideChannel channel, Deadline deadline) {
        ByteBuffer bytes = ByteBuffer.allocate(Message.HEADER + Message.MOST).limit(Message.HEADER);
        SideChannels.readFully(channel, bytes, deadline.remaining());
        try {
            bytes.limit(Message.HEADER + Message.bodyLength(bytes.duplicate().flip()));
            SideChannels.readFully(channel, bytes, deadline.remaining());
            return Message.decode(bytes.flip());
        } catch (UnknownPeerException e) {
            throw e.during("the other side, " + channel + ", is not understood");
        }
    }

    /** Lets the other side know at once what it would otherwise wait for in vain. */
    private static void tell(SideChannel channel, RdmaException reason) {
        try {
            SideChannels.writeFully(
                    channel, new Message.Refusal(String.valueOf(reason.getMessage())).encode(), Duration.ofMillis(100));
        } catch (ExchangeException e) {
            reason.addSuppressed(e);
        }
    }
}
