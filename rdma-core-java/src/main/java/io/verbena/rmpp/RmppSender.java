package io.verbena.rmpp;

import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;

/**
 * Sends one long message (IBA 13.6.6.2). Segments go out as the receiver's window allows, and again from the last
 * acknowledged one on when no acknowledgement comes in time.
 *
 * <p>A message whose method is a request expects an answer by RMPP, too: when the last segment is acknowledged, the sender
 * turns the direction with an acknowledgement of segment 0 (IBA 13.6.3), and again whenever it is acknowledged again. An
 * answer proves that the message has arrived; whoever gets one may forget the sender.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class RmppSender extends Transfer {
    // The upper half belongs to the kernel, which replaces that of a request.
    private static final long TRANSACTION = 0xffffffffL;
    private static final long MOST_PAYLOAD = 0xffffffffL;
    private static final int TURN = 0;

    private final RmppSource source;
    private final int length;
    private final int segments;
    private final boolean request;
    private final int answer;
    private long granted = 1;
    private long acknowledged;
    private long sent;
    private int retry;

    /**
     * A sender of a message that is in memory.
     *
     * @param message the headers of MAD, RMPP and class, followed by all data; in the RMPP header only the response time
     *     counts. It must not change before the end
     * @throws IllegalArgumentException if the message is shorter than its headers
     */
    public RmppSender(byte[] message, RmppFormat format, RmppOptions options) {
        this(
                message,
                message.length - format.headerLength(),
                (offset, target, position, count) ->
                        System.arraycopy(message, format.headerLength() + offset, target, position, count),
                format,
                options);
    }

    /**
     * A sender of a message whose data is fetched when it is sent.
     *
     * @param headers at least the headers of MAD, RMPP and class; in the RMPP header only the response time counts
     * @param length how many bytes of data there are, 0 or more
     * @param source supplies the data
     * @throws IllegalArgumentException if the headers are too short, or the data is too long for RMPP
     */
    public RmppSender(byte[] headers, int length, RmppSource source, RmppFormat format, RmppOptions options) {
        super(format, options);
        if (headers.length < format.headerLength()) {
            throw new IllegalArgumentException(
                    "a message has " + format.headerLength() + " bytes of headers, not only " + headers.length);
        }
        if (length < 0) {
            throw new IllegalArgumentException("a message of " + length + " bytes of data makes no sense");
        }
        this.source = source;
        this.length = length;
        segments = Math.max(1, (int) (((long) length + format.dataLength() - 1) / format.dataLength()));
        if (payloadLength() > MOST_PAYLOAD) {
            throw new IllegalArgumentException(
                    length + " bytes of data in segments of " + format.dataLength() + " are too long for RMPP");
        }
        int method = MadHeader.LAYOUT.wrap(headers, 0).methodBits();
        packet.headersOf(headers, method);
        request = (method & RESPONSE) == 0;
        answer = method ^ RESPONSE;
    }

    /**
     * Sends the first segment.
     *
     * @param now the time, on the scale of {@link System#nanoTime}
     * @param out takes it
     */
    public void start(long now, RmppOutput out) {
        start(1, now, out);
    }

    /**
     * Sends the first segments of an answer to a request that was long, too.
     *
     * @param window how many the requester wants, see {@link RmppReceiver#answerWindow}
     * @param now the time, on the scale of {@link System#nanoTime}
     * @param out takes them
     */
    public void start(int window, long now, RmppOutput out) {
        if (window < 1) {
            throw new IllegalArgumentException("a window of " + window + " segments makes no sense; give 1 or more");
        }
        if (deadlines.hasBegun()) {
            throw new IllegalStateException("a message is sent once");
        }
        granted = window;
        deadlines.begin(now);
        sendWindow(now, out);
    }

    @Override
    boolean isOfThisTransfer(long now) {
        MadHeader own = packet.header();
        return deadlines.hasBegun()
                && in.isLike(own, answer)
                && ((in.header().transactionId() ^ own.transactionId()) & TRANSACTION) == 0;
    }

    @Override
    void addressPeer() {
        // The headers of the message are those of every packet.
    }

    @Override
    void forget() {
        // The message belongs to the caller.
    }

    @Override
    RmppType fromPeer() {
        return RmppType.ACK;
    }

    @Override
    void receivedData(long now, RmppOutput out) {
        // The answer has begun; it belongs to a receiver.
    }

    @Override
    void receivedAck(long now, RmppOutput out) {
        long segment = in.segment();
        long window = in.ack().newWindowLast();
        if (window < segment) {
            fail(
                    RmppFailure.Reason.BAD_ACKNOWLEDGEMENT,
                    RmppStatus.NEW_WINDOW_TOO_SMALL,
                    now,
                    out,
                    "segment " + segment + " was acknowledged with a window that ends at " + window);
        } else if (segment > Math.min(granted, segments)) {
            fail(
                    RmppFailure.Reason.BAD_ACKNOWLEDGEMENT,
                    RmppStatus.SEGMENT_NUMBER_TOO_BIG,
                    now,
                    out,
                    "segment " + segment + " was acknowledged, but only " + Math.min(granted, segments) + " of "
                            + segments + " were sent");
        } else if (window >= granted && segment >= acknowledged) {
            acknowledged(segment, window, now, out);
        }
    }

    private void acknowledged(long segment, long window, long now, RmppOutput out) {
        boolean progress = segment > acknowledged || window > granted;
        acknowledged = segment;
        granted = window;
        sent = Math.max(sent, segment);
        if (segment == segments) {
            done(now);
            turn(out);
        } else if (progress) {
            retry = 0;
            sendWindow(now, out);
        }
    }

    @Override
    void receivedLate(RmppOutput out) {
        if (in.type() == RmppType.ACK) {
            turn(out);
        }
    }

    private void turn(RmppOutput out) {
        if (request) {
            packet.acknowledge(TURN, 1);
            packet.sendTo(out);
        }
    }

    @Override
    void late(long now, RmppOutput out) {
        if (retry == options.retries()) {
            fail(
                    RmppFailure.Reason.NO_PROGRESS,
                    RmppStatus.TOO_MANY_RETRIES,
                    now,
                    out,
                    "the peer acknowledged nothing for " + patience() + " and " + (retry + 1) + " tries, "
                            + progress());
            return;
        }
        retry++;
        sent = acknowledged;
        sendWindow(now, out);
    }

    private void sendWindow(long now, RmppOutput out) {
        deadlines.within(options.retransmitNanos(retry), now);
        while (sent < granted && sent < segments) {
            send((int) ++sent);
            packet.sendTo(out);
        }
    }

    private void send(int segment) {
        int offset = (segment - 1) * format.dataLength();
        int count = Math.min(format.dataLength(), length - offset);
        boolean first = segment == 1;
        boolean last = segment == segments;
        int places = (first ? RmppFlag.FIRST.code() : 0) | (last ? RmppFlag.LAST.code() : 0);
        long payload = last ? format.classHeaderLength() + count : first ? payloadLength() : 0;
        byte[] target = packet.segment(segment, places, payload, count);
        if (count > 0) {
            source.copy(offset, target, format.headerLength(), count);
        }
    }

    /** What the first segment says: all data, and the class header of each segment. */
    private long payloadLength() {
        return length + (long) segments * format.classHeaderLength();
    }

    @Override
    String progress() {
        return "when " + acknowledged + " of " + segments + " segments were acknowledged";
    }
}
