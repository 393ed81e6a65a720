package io.verbena.rmpp;

import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import org.jspecify.annotations.Nullable;

/**
 * Receives a long message (IBA 13.6.6.3). Segments may arrive in any order and more than once. Each complete window and
 * each repeated segment is acknowledged. The first packet determines the transaction.
 *
 * <p>A message is complete, or the transfer fails. Lengths, offsets and numbers must be consistent, and a repeated
 * segment must have the same data, so that two responses to one transaction are never mixed. The buffer grows with the
 * data received, not with the announced length.
 *
 * <p>A receiver that is done still acknowledges segments, because the last acknowledgement may be lost; {@link
 * #deadline} tells how long it should be kept. Not thread safe.
 */
public final class RmppReceiver extends Transfer {
    private final ReceiveWindow window;
    private @Nullable Assembly assembly;
    // Total payload in the first segment, or 0 if it is not announced, and the number of segments that follows from it.
    private long payload;
    private long segments;
    private long last;
    private int lastCount;
    private int responseWindow = 1;
    private byte[] message = {};

    /** Creates a receiver for the first message that arrives. */
    public RmppReceiver(RmppFormat format, RmppOptions options) {
        super(format, options);
        window = new ReceiveWindow(options.window());
    }

    /**
     * Returns the headers of the first segment followed by all data, without padding. Every call returns one array,
     * until {@link #takeMessage} has returned it.
     *
     * @throws IllegalStateException if the message is not {@linkplain #isDone done}
     */
    public byte[] message() {
        if (!isDone()) {
            throw new IllegalStateException("the message is not complete, " + progress());
        }
        return message;
    }

    /**
     * Returns the message like {@link #message} and releases it. A receiver that is kept to repeat its last
     * acknowledgement then needs no memory for the message.
     *
     * @throws IllegalStateException if the message is not {@linkplain #isDone done}
     */
    public byte[] takeMessage() {
        byte[] taken = message();
        message = new byte[0];
        return taken;
    }

    /**
     * Returns the initial window for the response to a long request: 1, or the number in the acknowledgement that
     * turned the direction (IBA 13.6.3).
     */
    public int responseWindow() {
        return responseWindow;
    }

    @Override
    boolean isOfThisTransfer(long now) {
        if (!hasBegun()) {
            begin(now);
            awaitPeer(now);
        }
        if (!packet.isAddressed()) {
            return true;
        }
        MadHeader own = packet.header;
        return in.isLike(own, own.methodBits() ^ RESPONSE) && in.header.transactionId() == own.transactionId();
    }

    @Override
    void addressPeer() {
        RmppType type = in.type();
        boolean answerable = type != RmppType.ACK && type != RmppType.STOP && type != RmppType.ABORT;
        if (!packet.isAddressed() && in.is(RmppFlag.ACTIVE) && answerable) {
            packet.headersOf(in.bytes, in.header.methodBits() ^ RESPONSE);
        }
    }

    @Override
    void forget() {
        assembly = null;
    }

    @Override
    RmppType fromPeer() {
        return RmppType.DATA;
    }

    @Override
    void receivedData(long now, RmppOutput out) {
        long segment = in.segment();
        if (segment == 0 || in.is(RmppFlag.FIRST) != (segment == 1)) {
            throw badSegment(
                    RmppStatus.INCONSISTENT_FIRST_AND_SEGMENT_NUMBER,
                    "segment " + segment
                            + (in.is(RmppFlag.FIRST)
                                    ? " says that it is the first"
                                    : " does not say that it is the first"));
        }
        if (assembly != null) {
            segment(segment, assembly, now, out);
        } else if (segment == 1) {
            first(now, out);
        }
        // A final segment without a beginning belongs to a transfer that has ended.
    }

    private void first(long now, RmppOutput out) {
        packet.headersOf(in.bytes, in.header.methodBits() ^ RESPONSE);
        payload = in.data.payloadLength();
        segments = (payload + RmppFormat.PAYLOAD - 1) / RmppFormat.PAYLOAD;
        long length = Assembly.UNKNOWN;
        if (payload != 0) {
            checkPayloadOfLast(lastPayload());
            length = format.headerLength() + payload - segments * format.classHeaderLength();
            checkLength(length);
        }
        assembly = new Assembly(in.bytes, format, (int) length, options.maxLength());
        segment(1, assembly, now, out);
    }

    private long lastPayload() {
        return payload - (segments - 1) * RmppFormat.PAYLOAD;
    }

    private void segment(long segment, Assembly parts, long now, RmppOutput out) {
        checkAttribute();
        int count = count(segment);
        if (window.has(segment)) {
            again(segment, count, parts, out);
            return;
        }
        checkPlace(segment);
        checkLength(parts.end(segment, count));
        parts.put(segment, in.bytes, count);
        window.add(segment);
        awaitPeer(now);
        if (in.is(RmppFlag.LAST)) {
            last = segment;
            lastCount = count;
        }
        advance(parts, now, out);
    }

    private void advance(Assembly parts, long now, RmppOutput out) {
        if (last != 0 && window.complete == last) {
            message = parts.finish((int) parts.end(last, lastCount));
            assembly = null;
            done(now);
            acknowledge(out);
        } else if (window.isFull()) {
            window.open();
            acknowledge(out);
        }
    }

    private void again(long segment, int count, Assembly parts, RmppOutput out) {
        if (in.is(RmppFlag.LAST) != (segment == last)) {
            throw badSegment(
                    RmppStatus.INCONSISTENT_LAST_AND_PAYLOAD_LENGTH,
                    "segment " + segment + " arrived twice, once as the last and once not");
        } else if (segment == 1 && in.data.payloadLength() != payload && !in.is(RmppFlag.LAST)) {
            throw badLength("the first segment arrived twice, once with a payload of " + payload + " bytes and once of "
                    + in.data.payloadLength());
        } else if ((segment == last && count != lastCount) || !parts.has(segment, in.bytes, count)) {
            throw badSegment(RmppStatus.UNSPECIFIED, "segment " + segment + " arrived twice, with different data");
        } else if (window.isAcknowledged(segment)) {
            acknowledge(out);
        }
    }

    /** Returns the number of data bytes in a segment. */
    private int count(long segment) {
        if (!in.is(RmppFlag.LAST)) {
            return format.dataLength();
        }
        if (segments > segment) {
            throw new ViolationException(
                    RmppFailure.Reason.TRUNCATED,
                    RmppStatus.INCONSISTENT_LAST_AND_PAYLOAD_LENGTH,
                    "segment " + segment + " is the last, but the first announced " + payload + " bytes in "
                            + segments);
        }
        long given = in.data.payloadLength();
        if (segments == segment && given != lastPayload()) {
            throw badLength("the last segment has a payload of " + given + " bytes instead of the " + lastPayload()
                    + " that the first announced");
        }
        checkPayloadOfLast(given);
        return (int) given - format.classHeaderLength();
    }

    private void checkPayloadOfLast(long given) {
        if (given < format.classHeaderLength() || given > RmppFormat.PAYLOAD) {
            throw badLength("by segment "
                    + in.segment() + ", the last segment has a payload of " + given + " bytes; there can be "
                    + format.classHeaderLength() + " to " + RmppFormat.PAYLOAD);
        }
    }

    /** Checks that a segment that is missing is within the message and the window. */
    private void checkPlace(long segment) {
        boolean isLast = in.is(RmppFlag.LAST);
        if (segment > window.granted) {
            throw badSegment(
                    RmppStatus.SEGMENT_NUMBER_TOO_BIG,
                    "segment " + segment + " was sent, but the window ends at " + window.granted);
        } else if (last != 0 && (isLast || segment > last)) {
            throw badSegment(
                    RmppStatus.INCONSISTENT_LAST_AND_PAYLOAD_LENGTH,
                    "segment " + segment + (isLast ? " is the last, but so is " : " follows the last, ") + last);
        } else if (isLast && segment < window.highest) {
            throw badSegment(
                    RmppStatus.INCONSISTENT_LAST_AND_PAYLOAD_LENGTH,
                    "segment " + segment + " is the last, but segment " + window.highest + " has arrived as well");
        } else if (segments != 0 && (segment > segments || (segment == segments && !isLast))) {
            throw badLength("segment " + segment + " is not the last, but the first announced " + payload + " bytes in "
                    + segments);
        }
    }

    private void checkLength(long length) {
        if (length > options.maxLength()) {
            throw new ViolationException(
                    RmppFailure.Reason.TOO_LONG,
                    RmppStatus.RESOURCES_EXHAUSTED,
                    "by segment " + in.segment() + " the message has at least " + length + " bytes; at most "
                            + options.maxLength() + " are accepted");
        }
    }

    private void checkAttribute() {
        MadHeader own = packet.header;
        MadHeader other = in.header;
        if (other.attributeId() != own.attributeId() || other.attributeModifier() != own.attributeModifier()) {
            throw badPacket(
                    RmppStatus.UNSPECIFIED,
                    "segment %d has attribute 0x%04x, modifier 0x%x; the first had 0x%04x, 0x%x"
                            .formatted(
                                    in.segment(),
                                    other.attributeId(),
                                    other.attributeModifier(),
                                    own.attributeId(),
                                    own.attributeModifier()));
        }
    }

    private static ViolationException badLength(String text) {
        return new ViolationException(
                RmppFailure.Reason.BAD_LENGTH, RmppStatus.INCONSISTENT_LAST_AND_PAYLOAD_LENGTH, text);
    }

    private static ViolationException badSegment(RmppStatus status, String text) {
        return new ViolationException(RmppFailure.Reason.BAD_SEGMENT, status, text);
    }

    private void acknowledge(RmppOutput out) {
        window.acknowledge();
        packet.acknowledge(window.complete, window.granted);
        packet.sendTo(out);
    }

    @Override
    void receivedLate(RmppOutput out) {
        if (in.type() == RmppType.DATA) {
            packet.sendTo(out);
        } else if (in.type() == RmppType.ACK && in.segment() == 0) {
            responseWindow = (int) Math.max(1, Math.min(Integer.MAX_VALUE, in.ack.newWindowLast()));
        }
    }

    @Override
    void late(long now, RmppOutput out) {
        fail(
                RmppFailure.Reason.NO_PROGRESS,
                RmppStatus.TOTAL_TIME_TOO_LONG,
                now,
                out,
                "no segment came for " + timeout() + ", " + progress());
    }

    @Override
    String progress() {
        return "when " + window.complete + (segments == 0 ? "" : " of " + segments) + " segments had arrived";
    }
}
