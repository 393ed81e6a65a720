package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppFailure;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppOutput;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.rmpp.RmppSender;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The long messages of calls where the channel does not take them apart and put them together. Wants the lock of the
 * {@link MadPort}.
 */
final class Transfers {
    private static final int MOST_ENDED = 64;

    private final MadChannel channel;

    /** What is done, but whose last acknowledgement may have been lost; by transaction ID, the oldest first. */
    private final Map<Integer, Ended> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Ended> eldest) {
            return size() > MOST_ENDED;
        }
    };

    private record Ended(RmppReceiver receiver, RmppOutput out) {}

    Transfers(MadChannel channel) {
        this.channel = channel;
    }

    /** Whether the request of a call goes out in segments. */
    boolean segments(PendingCall<?> call) {
        return call.isSegmentedHere()
                && MadCodec.isSentWithRmpp(call.question.request(), call.question.managementClass());
    }

    /** Sends the first segment of a request, and tells when it is late. */
    long start(PendingCall<?> call, long now) {
        RmppSender sender = new RmppSender(call.question.request(), format(call), options(call));
        call.sender = sender;
        sender.start(now, output(call));
        return sender.deadline();
    }

    /** Takes a segment of the answer, or what is said of the segments of the request. */
    void received(PendingCall<?> call, MadMessage packet, long now) {
        RmppSender sender = call.sender;
        if (sender != null && packet.u8(MadCodec.RMPP_TYPE) != RmppType.DATA.code()) {
            sender.received(packet.buffer(), now, output(call));
            return;
        }
        RmppReceiver receiver = call.receiver;
        if (receiver == null) {
            receiver = new RmppReceiver(format(call), options(call));
            call.receiver = receiver;
        }
        receiver.received(packet.buffer(), now, output(call));
    }

    /** Does what is due; false if the call is not in the middle of a long message. */
    boolean tick(PendingCall<?> call, long now) {
        if (call.receiver != null) {
            call.receiver.tick(now, output(call));
            return true;
        }
        if (call.sender != null && !call.sender.isDone()) {
            call.sender.tick(now, output(call));
            return true;
        }
        return false;
    }

    /** When {@link #tick} is due; once the request is sent, when the answer is late. */
    long deadline(PendingCall<?> call, long now) {
        if (call.receiver != null) {
            return call.receiver.deadline();
        }
        return call.sender != null && !call.sender.isDone() ? call.sender.deadline() : now + call.timeoutNanos;
    }

    static @Nullable RmppFailure failure(PendingCall<?> call) {
        RmppFailure failure = call.receiver == null ? null : call.receiver.failure();
        return failure == null && call.sender != null && call.receiver == null ? call.sender.failure() : failure;
    }

    static boolean isSent(PendingCall<?> call) {
        return call.sender != null && call.sender.isDone();
    }

    /** The answer is there; the peer may not know it. */
    void linger(PendingCall<?> call, RmppReceiver receiver) {
        int transactionId = MadMessage.own(receiver.message()).transactionId();
        ended.put(transactionId, new Ended(receiver, output(call)));
    }

    /** Says again to the peer of a call that has ended what it has missed; false if there was no such call. */
    boolean late(MadMessage packet, long now) {
        Ended found = packet.isRmpp() ? ended.get(packet.transactionId()) : null;
        if (found == null) {
            return false;
        }
        found.receiver().received(packet.buffer(), now, found.out());
        return true;
    }

    /** Forgets the calls whose peers know by now. */
    void forget(long now) {
        Iterator<Ended> oldest = ended.values().iterator();
        while (oldest.hasNext() && oldest.next().receiver().deadline() - now <= 0) {
            oldest.remove();
        }
    }

    /** A packet that cannot be sent is as good as lost: it is sent again, or the transfer ends by its deadline. */
    private RmppOutput output(PendingCall<?> call) {
        int agent = call.agent;
        MadAddress destination = call.destination;
        int timeout = call.channelTimeoutMillis();
        return packet -> {
            boolean last = packet.get(packet.position() + MadCodec.RMPP_TYPE) == RmppType.DATA.code()
                    && (packet.get(packet.position() + MadCodec.RMPP_FLAGS) & RmppFlag.LAST.code()) != 0;
            try {
                channel.send(agent, destination, packet, last ? timeout : 0);
            } catch (RdmaException e) {
                call.dropped = "that could not be acknowledged (" + e.getMessage() + ")";
            }
        };
    }

    private static RmppFormat format(PendingCall<?> call) {
        return RmppFormat.of(call.question.managementClass()).orElseThrow();
    }

    private static RmppOptions options(PendingCall<?> call) {
        Duration longest = Duration.ofNanos(call.longestNanos);
        RmppOptions defaults = RmppOptions.DEFAULTS;
        Duration retransmit = defaults.retransmit().compareTo(longest) < 0 ? defaults.retransmit() : longest;
        return defaults.withRetransmit(retransmit).withTotal(longest);
    }
}
