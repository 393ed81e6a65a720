package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppOutput;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.rmpp.RmppSender;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The long requests and answers of the servers of one port, where the channel does not take them apart and put them
 * together. Wants the lock of the {@link MadPort}.
 *
 * <p>So many are under way at once, and no more: whose request finds no room sends it again, and finds some later.
 */
final class ServerTransfers {
    static final int MOST_REQUESTS = 64;
    static final int MOST_ANSWERS = 256;

    // A request is kept while it comes: of all together no more than this many times 64.
    private static final int LONGEST_REQUEST = 1 << 20;

    private final MadChannel channel;
    private final RmppOptions options = RmppOptions.DEFAULTS;
    private final Map<Key, Receiving> requests = new LinkedHashMap<>();
    private final Map<Key, Sending> answers = new HashMap<>();

    // No deadline is earlier. The one that it was may have moved on since, which the next tick finds out: so a datagram
    // costs
    // no look at all the others.
    private long earliest;
    private boolean awaited;

    /** Who has asked what: a server that is replaced has another agent. */
    private record Key(
            int agent, int lid, int queuePair, @Nullable GlobalRoute route, long transactionId) {
        static Key of(int agent, MadAddress peer, long transactionId) {
            return new Key(agent, peer.lid(), peer.queuePair(), peer.route(), transactionId);
        }
    }

    private record Receiving(RmppReceiver receiver, RmppOutput out) {}

    private record Sending(RmppSender sender, RmppOutput out) {}

    ServerTransfers(MadChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes a packet of a long message.
     *
     * @param peer where it came from, and an answer goes to
     * @return the request that is whole by it; null if none is
     */
    @Nullable MadMessage received(MadServer server, MadAddress peer, MadMessage packet, long now) {
        if (packet.length() < MadCodec.LENGTH) {
            return null;
        }
        Key key = Key.of(server.agent(), peer, packet.fullTransactionId());
        int type = packet.u8(MadCodec.RMPP_TYPE);
        Receiving receiving = requests.get(key);
        Sending sending = answers.get(key);
        if (sending != null && type != RmppType.DATA.code()) {
            sending.sender().received(packet.buffer(), now, sending.out());
            if (sending.sender().isDone() || sending.sender().failure() != null) {
                answers.remove(key);
            } else {
                due(sending.sender().deadline());
            }
            return null;
        }
        if (receiving == null) {
            if (type != RmppType.DATA.code() || (requests.size() >= MOST_REQUESTS && !forgetOne())) {
                return null;
            }
            receiving = new Receiving(
                    new RmppReceiver(format(server), options.withMaxLength(LONGEST_REQUEST)),
                    output(server.agent(), peer));
            requests.put(key, receiving);
        }
        RmppReceiver receiver = receiving.receiver();
        boolean wasWhole = receiver.isDone();
        receiver.received(packet.buffer(), now, receiving.out());
        due(receiver.deadline());
        return receiver.isDone() && !wasWhole ? MadMessage.own(receiver.message()) : null;
    }

    /** Makes room by giving up the oldest request that is whole, and was only kept to say so again. */
    private boolean forgetOne() {
        Iterator<Receiving> oldest = requests.values().iterator();
        while (oldest.hasNext()) {
            RmppReceiver receiver = oldest.next().receiver();
            if (receiver.isDone() || receiver.failure() != null) {
                oldest.remove();
                return true;
            }
        }
        return false;
    }

    /**
     * Sends the first segment of an answer.
     *
     * @throws RdmaException if as many are under way as may be
     */
    void send(MadServer server, byte[] answer, MadAddress peer, long now) {
        long transactionId = MadMessage.own(answer).fullTransactionId();
        Key key = Key.of(server.agent(), peer, transactionId);
        if (answers.size() >= MOST_ANSWERS) {
            throw new RdmaException("an answer of %d bytes to %s was not sent: %d long answers are under way already"
                    .formatted(answer.length, peer.place(), MOST_ANSWERS));
        }
        RmppSender sender = new RmppSender(answer, format(server), options);
        Sending sending = new Sending(sender, output(server.agent(), peer));
        // Who asks again with the same transaction has given up the first answer.
        answers.put(key, sending);
        Receiving request = requests.get(key);
        sender.start(request == null ? 1 : request.receiver().answerWindow(), now, sending.out());
        due(sender.deadline());
    }

    /** Whether nothing is under way. */
    boolean isIdle() {
        return requests.isEmpty() && answers.isEmpty();
    }

    /** When something is to be done next, or may be; something is under way. */
    long nextDeadline() {
        return earliest;
    }

    private void due(long deadline) {
        if (!awaited || deadline - earliest < 0) {
            earliest = deadline;
            awaited = true;
        }
    }

    /** Does what is due, and forgets what has ended. */
    void tick(long now) {
        if (!awaited || earliest - now > 0) {
            return;
        }
        requests.values().removeIf(receiving -> {
            RmppReceiver receiver = receiving.receiver();
            boolean ended = receiver.isDone() || receiver.failure() != null;
            if (!ended) {
                receiver.tick(now, receiving.out());
            }
            return ended && receiver.deadline() - now <= 0;
        });
        answers.values().removeIf(sending -> {
            sending.sender().tick(now, sending.out());
            return sending.sender().isDone() || sending.sender().failure() != null;
        });
        awaited = false;
        requests.values().forEach(receiving -> due(receiving.receiver().deadline()));
        answers.values().forEach(sending -> due(sending.sender().deadline()));
    }

    /** Forgets what is under way for a server that is closed. */
    void forget(int agent) {
        forget(requests.keySet(), agent);
        forget(answers.keySet(), agent);
    }

    private static void forget(Collection<Key> keys, int agent) {
        keys.removeIf(key -> key.agent() == agent);
    }

    /** A packet that cannot be sent is as good as lost. */
    private RmppOutput output(int agent, MadAddress peer) {
        return packet -> send(agent, peer, packet);
    }

    private void send(int agent, MadAddress peer, ByteBuffer packet) {
        try {
            channel.send(agent, peer, packet, 0);
        } catch (RdmaException e) {
            // It is sent again, or the transfer ends by its deadline; a port that is lost tells its reader.
        }
    }

    private static RmppFormat format(MadServer server) {
        return RmppFormat.of(server.service().managementClass()).orElseThrow();
    }
}
