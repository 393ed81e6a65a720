package io.verbena.exchange;

import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
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
import java.util.function.UnaryOperator;

/**
 * Connects a queue pair to one of another host without a connection manager. Both sides make the same calls, over a {@link
 * SideChannel}, and exchange queue pair number, first packet sequence number, LID, GID and MTU; the smaller MTU is used. When
 * {@link #connect} returns on one side, both queue pairs can send and receive.
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
    private static final int RETRIES = 7;

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
    private int partitionKeyIndex;
    private int timeout = 14;
    private UnaryOperator<AddressVector> route = UnaryOperator.identity();

    /** Creates an exchange for a queue pair in state RESET. */
    public QueuePairExchange(QueuePair pair) {
        this.pair = pair;
    }

    /** Sets the local port, from 1 (default: 1). */
    public QueuePairExchange port(int number) {
        port = number;
        return this;
    }

    /**
     * Sets the index of the local GID, as needed on Ethernet and across subnets. Both sides set it, or neither (default: 0 on
     * Ethernet, and no GID on InfiniBand).
     */
    public QueuePairExchange gidIndex(int index) {
        gidIndex = index;
        global = true;
        return this;
    }

    /** Sets the operations that the peer may use on the queue pair, beside SEND (default: none). */
    public QueuePairExchange access(AccessFlag... flags) {
        access = flags.clone();
        return this;
    }

    /** Sets the Q_Key that datagrams must have (default: 0). */
    public QueuePairExchange queueKey(int key) {
        queueKey = key;
        return this;
    }

    /** Sets responder resources and initiator depth; the smaller number of both sides is used (default: 1). */
    public QueuePairExchange reads(int atOnce) {
        reads = atOnce;
        return this;
    }

    /** Sets the maximum payload of a packet (default: that of the port). */
    public QueuePairExchange mtu(Mtu most) {
        mtu = most;
        return this;
    }

    /** Sets the service level of sent packets, 0 to 15 (default: 0). */
    public QueuePairExchange serviceLevel(int level) {
        serviceLevel = level;
        return this;
    }

    /** Sets the number of retries when the peer has posted no receive, 0 to 6, or 7 for no limit (default: 6). */
    public QueuePairExchange receiverNotReady(int tries) {
        receiverNotReadyTries = tries;
        return this;
    }

    /** Sets the index of the P_Key (default: 0). */
    public QueuePairExchange partitionKeyIndex(int index) {
        partitionKeyIndex = index;
        return this;
    }

    /** Sets the timeout of an acknowledgement, 4.096 us * 2^n, 0 for none (default: 14). */
    public QueuePairExchange timeout(int exponent) {
        timeout = exponent;
        return this;
    }

    /** Sets a function that changes the address of the peer, for example its traffic class (default: no change). */
    public QueuePairExchange route(UnaryOperator<AddressVector> change) {
        route = change;
        return this;
    }

    /** Takes the queue pair to state INIT, so that receives can be posted before the peer sends. */
    public void initialise() {
        pair.initialise(setup());
    }

    private QueuePairSetup setup() {
        return QueuePairSetup.port(port)
                .partitionKeyIndex(partitionKeyIndex)
                .access(access)
                .queueKey(queueKey)
                .reads(reads)
                .timeout(timeout, RETRIES);
    }

    /**
     * Returns the address that this side sends.
     *
     * @throws NoSuchElementException if the port has no GID at the index
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
     * Connects. After an error, the queue pair may be in any state, and the channel cannot be used again.
     *
     * @param timeout limit for the whole exchange
     * @return the address of the peer
     * @throws ExchangeTimeoutException if the peer does not send its part in time
     * @throws PeerClosedException if the peer closes the channel
     * @throws UnknownPeerException if the peer is another program, or uses another version or another type of queue pair
     * @throws PeerRefusedException if the peer could not connect
     * @throws io.verbena.error.SysException if this side could not connect, which the peer is notified of
     */
    public QueuePairAddress connect(SideChannel channel, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        QueuePairAddress local = local();
        try {
            write(channel, new ExchangeMessage.Offer(local), deadline);
            QueuePairAddress remote = offered(channel, local, deadline);
            establish(local, remote);
            write(channel, new ExchangeMessage.Ready(), deadline);
            awaitReady(channel, deadline);
            return remote;
        } catch (PeerClosedException | PeerRefusedException e) {
            throw e.during("cannot connect " + pair);
        } catch (RdmaException e) {
            report(channel, e);
            throw e.during("cannot connect " + pair);
        }
    }

    /**
     * Connects to a queue pair whose address another protocol has exchanged.
     *
     * @throws io.verbena.error.SysException if this side could not connect
     */
    public void connect(QueuePairAddress remote) {
        establish(local(), remote);
    }

    private QueuePairAddress offered(SideChannel channel, QueuePairAddress local, Deadline deadline) {
        if (!(read(channel, deadline) instanceof ExchangeMessage.Offer offer)) {
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
                .to(route.apply(remote.way(port, gidIndex, serviceLevel)), remote.number());
        if (pair.state() == QueuePairState.RESET) {
            pair.initialise(setup);
        }
        pair.connect(setup);
    }

    private static void awaitReady(SideChannel channel, Deadline deadline) {
        if (!(read(channel, deadline) instanceof ExchangeMessage.Ready)) {
            throw new UnknownPeerException(channel + " told twice what its queue pair is");
        }
    }

    private static Mtu least(Mtu one, Mtu other) {
        return one.code() <= other.code() ? one : other;
    }

    private static void write(SideChannel channel, ExchangeMessage message, Deadline deadline) {
        SideChannels.writeFully(channel, message.encode(), deadline.remaining());
    }

    /** Reads a message of the peer; a refusal is thrown. */
    private static ExchangeMessage read(SideChannel channel, Deadline deadline) {
        ByteBuffer bytes = ByteBuffer.allocate(ExchangeMessage.HEADER + ExchangeMessage.MAX_BODY)
                .limit(ExchangeMessage.HEADER);
        SideChannels.readFully(channel, bytes, deadline.remaining());
        try {
            bytes.limit(ExchangeMessage.HEADER
                    + ExchangeMessage.bodyLength(bytes.duplicate().flip()));
            SideChannels.readFully(channel, bytes, deadline.remaining());
            ExchangeMessage message = ExchangeMessage.decode(bytes.flip());
            if (message instanceof ExchangeMessage.Refusal refusal) {
                throw new PeerRefusedException(channel + " could not connect: " + refusal.reason());
            }
            return message;
        } catch (UnknownPeerException e) {
            throw e.during("the other side, " + channel + ", is not understood");
        }
    }

    /** Notifies the peer, which would otherwise wait until its timeout. */
    private static void report(SideChannel channel, RdmaException reason) {
        try {
            SideChannels.writeFully(
                    channel,
                    new ExchangeMessage.Refusal(String.valueOf(reason.getMessage())).encode(),
                    Duration.ofMillis(100));
        } catch (ExchangeException e) {
            reason.addSuppressed(e);
        }
    }
}
