package io.verbena.rmpp;

import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;

/**
 * Sends a long message (IBA 13.6.6.2). Segments are sent as the window of the receiver permits. Without a timely
 * acknowledgement, the sender resumes after the last acknowledged segment.
 *
 * <p>A request expects an RMPP response: when the last segment is acknowledged, the sender turns the direction with an
 * acknowledgement of segment 0 (IBA 13.6.3), and repeats it if the last segment is acknowledged again. A response
 * proves that the request arrived, and the sender is no longer needed.
 *
 * <p>Not thread safe.
 */
public final class RmppSender extends Transfer {
    // The upper half belongs to the kernel, which replaces it in a request.
    private static final long TRANSACTION = 0xffffffffL;
    private static final long MAX_PAYLOAD = 0xffffffffL;
    private static final int TURN = 0;

    /**
     * Maximum number of segments sent per received packet or {@link #tick}; the window that a peer grants is unlimited.
     */
    static final int MAX_BURST = 1024;

    private final RmppSource source;
    private final int length;
    private final int segments;
    private final boolean request;
    private final int answer;
    private long granted = 1;
    private long acknowledged;
    private long sent;
    private int retry;

    /** Whether the last burst ended before the window; the next tick, which is due immediately, continues. */
    private boolean interrupted;

    /**
     * Creates a sender for a message in memory.
     *
     * @param message headers of MAD, RMPP and class, followed by the data; of the RMPP header, only the response time
     *     is used. It must not change before the transfer ends.
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
     * Creates a sender for a message whose data are read while it is sent.
     *
     * @param headers at least the headers of MAD, RMPP and class; of the RMPP header, only the response time is used
     * @param length bytes of data
     * @param source source of the data
     * @throws IllegalArgumentException if the headers are too short, or the data exceed RMPP
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
        if (payloadLength() > MAX_PAYLOAD) {
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
     * @param now time in nanoseconds, see {@link System#nanoTime}
     */
    public void start(long now, RmppOutput out) {
        start(1, now, out);
    }

    /**
     * Sends the first segments of a response to a long request.
     *
     * @param window window of the requester, see {@link RmppReceiver#responseWindow}
     * @param now time in nanoseconds, see {@link System#nanoTime}
     */
    public void start(int window, long now, RmppOutput out) {
        if (window < 1) {
            throw new IllegalArgumentException("a window of " + window + " segments makes no sense; give 1 or more");
        }
        if (hasBegun()) {
            throw new IllegalStateException("a message is sent once");
        }
        granted = window;
        begin(now);
        sendWindow(now, out);
    }

    @Override
    boolean isOfThisTransfer(long now) {
        MadHeader own = packet.header;
        return hasBegun()
                && in.isLike(own, answer)
                && ((in.header.transactionId() ^ own.transactionId()) & TRANSACTION) == 0;
    }

    @Override
    RmppType fromPeer() {
        return RmppType.ACK;
    }

    @Override
    void receivedAck(long now, RmppOutput out) {
        long segment = in.segment();
        long window = in.ack.newWindowLast();
        if (window < segment) {
            throw badAcknowledgement(
                    RmppStatus.NEW_WINDOW_TOO_SMALL,
                    "segment " + segment + " was acknowledged with a window that ends at " + window);
        } else if (segment > Math.min(granted, segments)) {
            throw badAcknowledgement(
                    RmppStatus.SEGMENT_NUMBER_TOO_BIG,
                    "segment " + segment + " was acknowledged, but only " + Math.min(granted, segments) + " of "
                            + segments + " were sent");
        } else if (window >= granted && segment >= acknowledged) {
            acknowledged(segment, window, now, out);
        }
    }

    private static ViolationException badAcknowledgement(RmppStatus status, String text) {
        return new ViolationException(RmppFailure.Reason.BAD_ACKNOWLEDGEMENT, status, text);
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
        if (interrupted) {
            sendWindow(now, out);
            return;
        }
        if (retry == options.retries()) {
            fail(
                    RmppFailure.Reason.NO_PROGRESS,
                    RmppStatus.TOO_MANY_RETRIES,
                    now,
                    out,
                    "the peer acknowledged nothing for " + timeout() + " and " + (retry + 1) + " tries, " + progress());
            return;
        }
        retry++;
        sent = acknowledged;
        sendWindow(now, out);
    }

    private void sendWindow(long now, RmppOutput out) {
        long end = Math.min(Math.min(granted, segments), sent + MAX_BURST);
        while (sent < end) {
            send((int) ++sent);
            packet.sendTo(out);
        }
        interrupted = sent < Math.min(granted, segments);
        within(interrupted ? 0 : retransmitNanos(retry), now);
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

    /** Returns the payload length in the first segment: all data, and the class header of each segment. */
    private long payloadLength() {
        return length + (long) segments * format.classHeaderLength();
    }

    @Override
    String progress() {
        return "when " + acknowledged + " of " + segments + " segments were acknowledged";
    }
}
