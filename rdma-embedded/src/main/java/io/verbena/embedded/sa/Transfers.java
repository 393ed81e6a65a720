package io.verbena.embedded.sa;

import io.verbena.iba.MadHeader;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.rmpp.RmppSender;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The long answers that are under way, and the long requests, many at once. */
final class Transfers {
    /** More than this many at once are refused. */
    static final int MOST = 1024;

    /** More than this many at once are refused to one client, so that it leaves room for the others. */
    static final int MOST_OF_ONE = 256;

    private static final int LONGEST_REQUEST = 1 << 16;
    private static final RmppFormat FORMAT = RmppFormat.of(0x03).orElseThrow();
    private static final RmppOptions OPTIONS = RmppOptions.DEFAULTS.withMaxLength(LONGEST_REQUEST);

    /** Whom a transfer is with. */
    private record Key(int lid, int queuePair, long transaction) {}

    private final SaHost host;
    private final Map<Key, Answer> answers = new HashMap<>();
    private final Map<Key, Request> requests = new HashMap<>();

    private final class Answer {
        private final Key key;
        private final MadAddress peer;
        private final RmppSender sender;

        Answer(Key key, MadAddress peer, RmppSender sender) {
            this.key = key;
            this.peer = peer;
            this.sender = sender;
        }

        void start(int window) {
            sender.start(window, host.nanoTime(), this::send);
            watch();
        }

        void received(ByteBuffer packet) {
            sender.received(packet, host.nanoTime(), this::send);
            forgetIfOver();
        }

        private void send(ByteBuffer packet) {
            host.send(peer, packet, 0);
        }

        private void watch() {
            if (!forgetIfOver()) {
                host.after(until(sender.deadline()), this::tick);
            }
        }

        private void tick() {
            if (answers.get(key) == this) {
                sender.tick(host.nanoTime(), this::send);
                watch();
            }
        }

        private boolean forgetIfOver() {
            boolean over = sender.isDone() || sender.failure() != null;
            if (over) {
                answers.remove(key, this);
            }
            return over;
        }
    }

    private final class Request {
        private final Key key;
        private final MadAddress peer;
        private final RmppReceiver receiver = new RmppReceiver(FORMAT, OPTIONS);
        private boolean taken;

        Request(Key key, MadAddress peer) {
            this.key = key;
            this.peer = peer;
        }

        /** The whole message, once. */
        byte @Nullable [] received(ByteBuffer packet) {
            receiver.received(packet, host.nanoTime(), this::send);
            if (!receiver.isDone() || taken) {
                return null;
            }
            taken = true;
            return receiver.message();
        }

        private void send(ByteBuffer packet) {
            host.send(peer, packet, 0);
        }

        void watch() {
            host.after(until(receiver.deadline()), this::tick);
        }

        private void tick() {
            boolean over = receiver.isDone() || receiver.failure() != null;
            if (over && host.nanoTime() - receiver.deadline() >= 0) {
                requests.remove(key, this);
                return;
            }
            receiver.tick(host.nanoTime(), this::send);
            watch();
        }
    }

    Transfers(SaHost host) {
        this.host = host;
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - host.nanoTime()));
    }

    private static Key key(MadAddress peer, MadHeader header) {
        return new Key(peer.lid(), peer.queuePair(), header.transactionId());
    }

    /** Whether the request is being answered. */
    boolean isAnswering(MadAddress peer, MadHeader header) {
        return answers.containsKey(key(peer, header));
    }

    /** Whether no more answers can be sent to this client. */
    boolean isFull(MadAddress peer) {
        return isFull(answers, peer);
    }

    private static boolean isFull(Map<Key, ?> transfers, MadAddress peer) {
        return transfers.size() >= MOST
                || (transfers.size() >= MOST_OF_ONE
                        && transfers.keySet().stream()
                                        .filter(key -> key.lid == peer.lid() && key.queuePair == peer.queuePair())
                                        .count()
                                >= MOST_OF_ONE);
    }

    /**
     * Sends a long answer.
     *
     * @param headers of MAD, RMPP and class
     */
    void send(MadAddress peer, byte[] headers, Records records) {
        Key key = key(peer, MadHeader.LAYOUT.wrap(headers, 0));
        Request request = requests.get(key);
        int length = records.count() * records.recordLength();
        Answer answer = new Answer(key, peer, new RmppSender(headers, length, records, FORMAT, RmppOptions.DEFAULTS));
        answers.put(key, answer);
        answer.start(request == null ? 1 : request.receiver.answerWindow());
    }

    /**
     * Takes a packet of RMPP.
     *
     * @param data whether it may be a segment of a request
     * @param message takes a request that is complete by it
     */
    void received(MadAddress peer, MadHeader header, ByteBuffer packet, boolean data, Consumer<byte[]> message) {
        Key key = key(peer, header);
        Answer answer = answers.get(key);
        if (answer != null) {
            answer.received(packet);
            return;
        }
        Request request = requests.get(key);
        if (request == null && (!data || isFull(requests, peer))) {
            return;
        }
        boolean first = request == null;
        Request current = request == null ? new Request(key, peer) : request;
        byte[] complete = current.received(packet);
        if (first) {
            requests.put(key, current);
            current.watch();
        }
        if (complete != null) {
            message.accept(complete);
        }
    }

    /** Ends all of them. */
    void clear() {
        answers.clear();
        requests.clear();
    }
}
