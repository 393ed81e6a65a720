package io.verbena.mad.engine;

import io.verbena.error.RdmaException;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
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

/** RMPP transfers of calls, for channels that do not perform RMPP. Guarded by the {@link PortLock}. */
final class LongCalls {
    private static final int MAX_ENDED = 64;

    private final MadChannel channel;

    /** Transfers that are complete, but whose last acknowledgement may have been lost; by transaction ID, oldest first. */
    private final Map<Integer, Ended> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Ended> eldest) {
            return size() > MAX_ENDED;
        }
    };

    private record Ended(RmppReceiver receiver, RmppOutput out) {}

    LongCalls(MadChannel channel) {
        this.channel = channel;
    }

    /** Sends the first segment of a request and returns the deadline of the transfer. */
    long start(Call<?> call, long now) {
        RmppSender sender = new RmppSender(call.mad, format(call), options(call));
        call.sender = sender;
        sender.start(now, output(call));
        return sender.deadline();
    }

    /** Handles a segment of the response, or an acknowledgement of a segment of the request. */
    void received(Call<?> call, MadMessage packet, long now) {
        RmppSender sender = call.sender;
        if (sender != null && packet.u8(MadFormat.RMPP_TYPE) != RmppType.DATA.code()) {
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

    /** Performs what is due for the transfer of a call. Returns false if the call has none. */
    boolean tick(Call<?> call, long now) {
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

    /** Returns when {@link #tick} is due; after the request is sent, when the response is late. */
    long deadline(Call<?> call, long now) {
        if (call.receiver != null) {
            return call.receiver.deadline();
        }
        return call.sender != null && !call.sender.isDone() ? call.sender.deadline() : now + call.timeoutNanos;
    }

    static @Nullable RmppFailure failure(Call<?> call) {
        RmppFailure failure = call.receiver == null ? null : call.receiver.failure();
        return failure == null && call.sender != null && call.receiver == null ? call.sender.failure() : failure;
    }

    static boolean isSent(Call<?> call) {
        return call.sender != null && call.sender.isDone();
    }

    /** Takes the response from its receiver, which stays to repeat the last acknowledgement. */
    MadMessage takeResponse(Call<?> call, RmppReceiver receiver) {
        MadMessage response = MadMessage.own(receiver.takeMessage());
        ended.put(response.transactionId(), new Ended(receiver, repeating(call.agent, call.destination)));
        return response;
    }

    /** Repeats the last acknowledgement of a transfer that has ended. Returns false if there is none of this transaction. */
    boolean repeatAcknowledgement(MadMessage packet, long now) {
        Ended found = packet.isRmpp() ? ended.get(packet.transactionId()) : null;
        if (found == null) {
            return false;
        }
        found.receiver().received(packet.buffer(), now, found.out());
        return true;
    }

    /** Removes the transfers whose peers no longer repeat segments. */
    void forgetEnded(long now) {
        Iterator<Ended> oldest = ended.values().iterator();
        while (oldest.hasNext() && oldest.next().receiver().deadline() - now <= 0) {
            oldest.remove();
        }
    }

    /** Returns an output that treats a packet that cannot be sent as lost: it is repeated, or the transfer times out. */
    private RmppOutput output(Call<?> call) {
        int agent = call.agent;
        MadAddress destination = call.destination;
        int timeout = call.channelTimeoutMillis();
        return packet -> {
            boolean last = packet.get(packet.position() + MadFormat.RMPP_TYPE) == RmppType.DATA.code()
                    && (packet.get(packet.position() + MadFormat.RMPP_FLAGS) & RmppFlag.LAST.code()) != 0;
            try {
                channel.send(agent, destination, packet, last ? timeout : 0);
            } catch (RdmaException e) {
                call.dropped = "that could not be acknowledged (" + e.getMessage() + ")";
            }
        };
    }

    /** Returns an output that does not refer to the call, whose future holds the response. */
    private RmppOutput repeating(int agent, MadAddress destination) {
        return packet -> {
            try {
                channel.send(agent, destination, packet, 0);
            } catch (RdmaException e) {
                // The peer repeats its segment until it gives up.
            }
        };
    }

    private static RmppFormat format(Call<?> call) {
        return RmppFormat.of(call.managementClass).orElseThrow();
    }

    private static RmppOptions options(Call<?> call) {
        Duration longest = Duration.ofNanos(call.longestNanos);
        RmppOptions defaults = RmppOptions.DEFAULTS;
        Duration retransmit = defaults.retransmit().compareTo(longest) < 0 ? defaults.retransmit() : longest;
        return defaults.withRetransmit(retransmit).withTotal(longest);
    }
}
