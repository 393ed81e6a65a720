package io.verbena.mad.engine;

import io.verbena.error.RdmaException;
import io.verbena.iba.RmppType;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
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
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * RMPP transfers of the servers of a port, for channels that do not perform RMPP. Guarded by the {@link PortLock}.
 *
 * <p>Number and bytes of the transfers are limited, per peer and in total. A segment of a request that exceeds a limit is
 * ignored, so its sender repeats it later.
 */
final class ServerTransfers {
    static final int MAX_REQUESTS = 64;
    static final int MAX_REQUESTS_PER_PEER = 8;
    static final int MAX_RESPONSES = 256;
    static final int MAX_RESPONSES_PER_PEER = 32;

    /** Maximum bytes of all responses in flight; a single longer response is sent when there is no other. */
    static final long MAX_RESPONSE_BYTES = 64 << 20;

    /** Maximum length of a request in bytes; with {@link #MAX_REQUESTS}, at most 64 MiB are being received. */
    private static final int MAX_REQUEST = 1 << 20;

    private final MadChannel channel;
    private final RmppOptions options = RmppOptions.DEFAULTS;
    private final Map<Key, Receiving> requests = new LinkedHashMap<>();
    private final Map<Key, Sending> responses = new HashMap<>();

    // Lower bound of all deadlines. A deadline may have moved since; tick finds that out, so that a datagram need not
    // look
    // at all transfers.
    private long earliest;
    private boolean awaited;
    private long responseBytes;

    /** Identifies a transaction. The agent distinguishes a server from the one that it replaced. */
    private record Key(
            int agent, int lid, int queuePair, @Nullable GlobalRoute route, long transactionId) {
        static Key of(int agent, MadAddress peer, long transactionId) {
            return new Key(agent, peer.lid(), peer.queuePair(), peer.route(), transactionId);
        }

        /** Returns whether both come from one port, regardless of the queue pair. */
        boolean isOfPeerOf(Key other) {
            return lid == other.lid
                    && Objects.equals(
                            route == null ? null : route.gid(), other.route == null ? null : other.route.gid());
        }
    }

    private record Receiving(RmppReceiver receiver, RmppOutput out) {}

    private record Sending(RmppSender sender, RmppOutput out, int bytes) {
        boolean isOver() {
            return sender.isDone() || sender.failure() != null;
        }
    }

    ServerTransfers(MadChannel channel) {
        this.channel = channel;
    }

    /**
     * Handles a packet of a long message.
     *
     * @param peer address of the requester
     * @return the request, if this packet completes it; else null
     */
    @Nullable MadMessage received(PortServer server, MadAddress peer, MadMessage packet, long now) {
        if (packet.length() < MadFormat.LENGTH) {
            return null;
        }
        Key key = Key.of(server.agent(), peer, packet.fullTransactionId());
        int type = packet.u8(MadFormat.RMPP_TYPE);
        Receiving receiving = requests.get(key);
        Sending sending = responses.get(key);
        if (sending != null && type != RmppType.DATA.code()) {
            sending.sender().received(packet.buffer(), now, sending.out());
            if (sending.isOver()) {
                remove(key);
            } else {
                due(sending.sender().deadline());
            }
            return null;
        }
        if (receiving == null) {
            if (type != RmppType.DATA.code() || !hasRoomFor(key)) {
                return null;
            }
            receiving = new Receiving(
                    new RmppReceiver(format(server), options.withMaxLength(MAX_REQUEST)), output(server.agent(), peer));
            requests.put(key, receiving);
        }
        RmppReceiver receiver = receiving.receiver();
        boolean wasWhole = receiver.isDone();
        receiver.received(packet.buffer(), now, receiving.out());
        due(receiver.deadline());
        return receiver.isDone() && !wasWhole ? MadMessage.own(receiver.takeMessage()) : null;
    }

    private boolean hasRoomFor(Key key) {
        return (count(requests.keySet(), key) < MAX_REQUESTS_PER_PEER || forgetOne(key::isOfPeerOf))
                && (requests.size() < MAX_REQUESTS || forgetOne(any -> true));
    }

    private static long count(Collection<Key> keys, Key peer) {
        return keys.stream().filter(peer::isOfPeerOf).count();
    }

    /** Evicts the oldest completed request, which is kept only to repeat its last acknowledgement. Returns false if there is none. */
    private boolean forgetOne(Predicate<Key> which) {
        Iterator<Map.Entry<Key, Receiving>> oldest = requests.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<Key, Receiving> next = oldest.next();
            RmppReceiver receiver = next.getValue().receiver();
            if ((receiver.isDone() || receiver.failure() != null) && which.test(next.getKey())) {
                oldest.remove();
                return true;
            }
        }
        return false;
    }

    /**
     * Sends the first segments of a response.
     *
     * @throws RdmaException if the limits for responses in flight are reached
     */
    void send(PortServer server, byte[] response, MadAddress peer, long now) {
        long transactionId = MadMessage.own(response).fullTransactionId();
        Key key = Key.of(server.agent(), peer, transactionId);
        // A requester that repeats a transaction has abandoned the first response.
        remove(key);
        requireRoomFor(key, response.length, peer);
        RmppSender sender = new RmppSender(response, format(server), options);
        Sending sending = new Sending(sender, output(server.agent(), peer), response.length);
        responses.put(key, sending);
        responseBytes += sending.bytes();
        Receiving request = requests.get(key);
        sender.start(request == null ? 1 : request.receiver().responseWindow(), now, sending.out());
        due(sender.deadline());
    }

    private void requireRoomFor(Key key, int length, MadAddress peer) {
        long ofPeer = count(responses.keySet(), key);
        boolean tooMany = responses.size() >= MAX_RESPONSES || ofPeer >= MAX_RESPONSES_PER_PEER;
        if (tooMany || (responseBytes > 0 && responseBytes + length > MAX_RESPONSE_BYTES)) {
            throw new RdmaException(
                    ("a response of %d bytes to %s was not sent: %d long responses of %d bytes are in flight already, %d of"
                                    + " them to this peer")
                            .formatted(length, peer.place(), responses.size(), responseBytes, ofPeer));
        }
    }

    private void remove(Key key) {
        Sending removed = responses.remove(key);
        if (removed != null) {
            responseBytes -= removed.bytes();
        }
    }

    /** Returns whether no transfer is in flight. */
    boolean isIdle() {
        return requests.isEmpty() && responses.isEmpty();
    }

    /** Returns when {@link #tick} is due at the earliest; a transfer is in flight. */
    long nextDeadline() {
        return earliest;
    }

    private void due(long deadline) {
        if (!awaited || deadline - earliest < 0) {
            earliest = deadline;
            awaited = true;
        }
    }

    /** Performs what is due, and removes transfers that have ended. */
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
        removeResponsesIf((key, sending) -> {
            sending.sender().tick(now, sending.out());
            return sending.isOver();
        });
        awaited = false;
        requests.values().forEach(receiving -> due(receiving.receiver().deadline()));
        responses.values().forEach(sending -> due(sending.sender().deadline()));
    }

    /** Removes the transfers of a server that is closed. */
    void forget(int agent) {
        requests.keySet().removeIf(key -> key.agent() == agent);
        removeResponsesIf((key, sending) -> key.agent() == agent);
    }

    private void removeResponsesIf(BiPredicate<Key, Sending> condition) {
        responses.entrySet().removeIf(response -> {
            boolean removed = condition.test(response.getKey(), response.getValue());
            if (removed) {
                responseBytes -= response.getValue().bytes();
            }
            return removed;
        });
    }

    /** Returns an output that treats a packet that cannot be sent as lost. */
    private RmppOutput output(int agent, MadAddress peer) {
        return packet -> send(agent, peer, packet);
    }

    private void send(int agent, MadAddress peer, ByteBuffer packet) {
        try {
            channel.send(agent, peer, packet, 0);
        } catch (RdmaException e) {
            // The packet is repeated, or the transfer times out; the reader notices a lost port.
        }
    }

    private static RmppFormat format(PortServer server) {
        return RmppFormat.of(server.service().managementClass()).orElseThrow();
    }
}
