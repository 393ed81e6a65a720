package io.verbena.sm.sa;

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

/** The RMPP transfers of long responses and long requests. */
final class RmppTransfers {
    /** Maximum number of concurrent transfers. */
    static final int MOST = 1024;

    /** Maximum number of concurrent transfers with one client, so that others find room. */
    static final int MAX_OF_ONE = 256;

    private static final int LONGEST_REQUEST = 1 << 16;
    private static final RmppFormat FORMAT = RmppFormat.of(0x03).orElseThrow();
    private static final RmppOptions OPTIONS = RmppOptions.DEFAULTS.withMaxLength(LONGEST_REQUEST);

    private record Key(int lid, int queuePair, long transaction) {}

    private final SaHost host;
    private final Map<Key, Outgoing> answers = new HashMap<>();
    private final Map<Key, Incoming> requests = new HashMap<>();

    private final class Outgoing {
        private final Key key;
        private final MadAddress peer;
        private final RmppSender sender;

        Outgoing(Key key, MadAddress peer, RmppSender sender) {
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

    private final class Incoming {
        private final Key key;
        private final MadAddress peer;
        private final RmppReceiver receiver = new RmppReceiver(FORMAT, OPTIONS);
        private boolean taken;

        Incoming(Key key, MadAddress peer) {
            this.key = key;
            this.peer = peer;
        }

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

    RmppTransfers(SaHost host) {
        this.host = host;
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - host.nanoTime()));
    }

    private static Key key(MadAddress peer, MadHeader header) {
        return new Key(peer.lid(), peer.queuePair(), header.transactionId());
    }

    boolean isAnswering(MadAddress peer, MadHeader header) {
        return answers.containsKey(key(peer, header));
    }

    boolean isFull(MadAddress peer) {
        return isFull(answers, peer);
    }

    private static boolean isFull(Map<Key, ?> transfers, MadAddress peer) {
        return transfers.size() >= MOST
                || (transfers.size() >= MAX_OF_ONE
                        && transfers.keySet().stream()
                                        .filter(key -> key.lid == peer.lid() && key.queuePair == peer.queuePair())
                                        .count()
                                >= MAX_OF_ONE);
    }

    void send(MadAddress peer, byte[] headers, SaReply.Records records) {
        Key key = key(peer, MadHeader.LAYOUT.wrap(headers, 0));
        Incoming request = requests.get(key);
        int length = records.count() * records.recordLength();
        Outgoing answer =
                new Outgoing(key, peer, new RmppSender(headers, length, records, FORMAT, RmppOptions.DEFAULTS));
        answers.put(key, answer);
        answer.start(request == null ? 1 : request.receiver.responseWindow());
    }

    void received(MadAddress peer, MadHeader header, ByteBuffer packet, boolean data, Consumer<byte[]> message) {
        Key key = key(peer, header);
        Outgoing answer = answers.get(key);
        if (answer != null) {
            answer.received(packet);
            return;
        }
        Incoming request = requests.get(key);
        if (request == null && (!data || isFull(requests, peer))) {
            return;
        }
        boolean first = request == null;
        Incoming current = request == null ? new Incoming(key, peer) : request;
        byte[] complete = current.received(packet);
        if (first) {
            requests.put(key, current);
            current.watch();
        }
        if (complete != null) {
            message.accept(complete);
        }
    }

    void clear() {
        answers.clear();
        requests.clear();
    }
}
