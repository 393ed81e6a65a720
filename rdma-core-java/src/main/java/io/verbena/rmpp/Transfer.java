package io.verbena.rmpp;

import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Common part of both ends of a transfer: packets, deadlines and the end. */
abstract class Transfer {
    /** Bit that distinguishes the method of a response from the method of its request. */
    static final int RESPONSE = MadMethod.GET_RESPONSE.code() ^ MadMethod.GET.code();

    private static final int MAX_DOUBLINGS = 3;

    final RmppFormat format;
    final RmppOptions options;
    final Incoming in = new Incoming();
    final Outgoing packet;

    /** How long a sender continues without progress, and thus how long a receiver waits for it. */
    private final long timeout;

    private boolean done;
    private boolean begun;

    /** The deadlines of the next step and of the whole, compared by difference, as {@link System#nanoTime} requires. */
    private long due;

    private long end;
    private @Nullable RmppFailure failure;

    Transfer(RmppFormat format, RmppOptions options) {
        this.format = format;
        this.options = options;
        packet = new Outgoing(format);
        timeout = LongStream.rangeClosed(0, options.retries())
                .map(this::retransmitNanos)
                .sum();
    }

    /** Returns the timeout for an acknowledgement after a number of retries. */
    final long retransmitNanos(long retry) {
        return options.retransmit().toNanos() << Math.min(retry, MAX_DOUBLINGS);
    }

    /** Returns whether the message was transferred completely. */
    public final boolean isDone() {
        return done;
    }

    /** Returns the reason why the transfer failed; null if it has not failed. */
    public final @Nullable RmppFailure failure() {
        return failure;
    }

    /**
     * Returns when {@link #tick} is due. After the end, returns how long packets should still be given to {@link
     * #received} because the peer may have missed the end.
     *
     * @throws IllegalStateException if the transfer has not begun
     */
    public final long deadline() {
        if (!begun) {
            throw new IllegalStateException("a transfer that has not begun has no deadline");
        }
        return due - end < 0 ? due : end;
    }

    /**
     * Handles a packet. Ignores packets that are shorter than 256 bytes, are not RMPP, or have another class, version,
     * method or transaction. After the end, repeats what the peer missed.
     *
     * @param arrived the packet, from its position on, which does not change
     * @param now time in nanoseconds, see {@link System#nanoTime}
     */
    public final void received(ByteBuffer arrived, long now, RmppOutput out) {
        if (!in.load(arrived) || !isOfThisTransfer(now)) {
            return;
        }
        if (failure != null) {
            if (in.type() == fromPeer() && failure.sent() != RmppType.NONE) {
                packet.sendTo(out);
            }
        } else if (done) {
            receivedLate(out);
        } else {
            try {
                received(now, out);
            } catch (ViolationException e) {
                fail(e.reason, e.status, now, out, e.text);
            }
        }
    }

    private void received(long now, RmppOutput out) {
        int version = in.data.rmppVersion();
        if (version != Outgoing.VERSION) {
            throw badPacket(
                    RmppStatus.UNSUPPORTED_VERSION,
                    "the peer uses RMPP version " + version + ", not " + Outgoing.VERSION);
        }
        int status = in.data.rmppStatusBits();
        switch (in.type()) {
            case DATA, ACK -> {
                if (status != RmppStatus.NORMAL.code()) {
                    throw badPacket(
                            RmppStatus.ILLEGAL_STATUS,
                            in.type().text() + " of segment " + in.segment() + " has status " + status
                                    + " instead of 0");
                } else if (in.type() == RmppType.DATA) {
                    receivedData(now, out);
                } else {
                    receivedAck(now, out);
                }
            }
            case STOP ->
                ended(RmppFailure.Reason.PEER_STOPPED, status == RmppStatus.RESOURCES_EXHAUSTED.code(), now, out);
            case ABORT ->
                ended(
                        RmppFailure.Reason.PEER_ABORTED,
                        status >= RmppStatus.TOTAL_TIME_TOO_LONG.code() && status <= RmppStatus.UNSPECIFIED.code(),
                        now,
                        out);
            default ->
                throw badPacket(
                        RmppStatus.BAD_TYPE,
                        "a packet has RMPP type " + in.data.rmppTypeBits() + ", which does not exist");
        }
    }

    /** A packet that breaks the protocol, so that the transfer fails. */
    static final class ViolationException extends RdmaException {
        final RmppFailure.Reason reason;
        final RmppStatus status;
        final String text;

        ViolationException(RmppFailure.Reason reason, RmppStatus status, String text) {
            super(text);
            this.reason = reason;
            this.status = status;
            this.text = text;
        }
    }

    static ViolationException badPacket(RmppStatus status, String text) {
        return new ViolationException(RmppFailure.Reason.BAD_PACKET, status, text);
    }

    /** Returns whether the packet belongs to this transfer, which the first packet may begin. */
    abstract boolean isOfThisTransfer(long now);

    /** Copies the headers of outgoing packets from the last received packet, unless they are set, as those of a sender are. */
    void addressPeer() {}

    /** Releases the buffer of a message that failed, unless it belongs to the caller. */
    void forget() {}

    /** Returns the type of the packets that the peer repeats until it notices the end. */
    abstract RmppType fromPeer();

    /**
     * Handles a segment. A sender leaves the segments of the response to a receiver.
     *
     * @throws ViolationException if it breaks the protocol
     */
    void receivedData(long now, RmppOutput out) {}

    /**
     * Handles an acknowledgement. None concerns a receiver before its message is complete.
     *
     * @throws ViolationException if it breaks the protocol
     */
    void receivedAck(long now, RmppOutput out) {}

    /** Handles a packet that arrives after the end. */
    abstract void receivedLate(RmppOutput out);

    abstract void late(long now, RmppOutput out);

    /** Returns how far the transfer has advanced, for messages. */
    abstract String progress();

    /**
     * Performs what is due.
     *
     * @param now time in nanoseconds, see {@link System#nanoTime}
     */
    public final void tick(long now, RmppOutput out) {
        if (!begun || done || failure != null) {
            return;
        }
        if (now - end >= 0) {
            fail(
                    RmppFailure.Reason.TOO_SLOW,
                    RmppStatus.TOTAL_TIME_TOO_LONG,
                    now,
                    out,
                    "it took longer than " + options.total().toMillis() + " ms, " + progress());
        } else if (now - due >= 0) {
            late(now, out);
        }
    }

    final boolean hasBegun() {
        return begun;
    }

    final void begin(long now) {
        begun = true;
        due = now + options.total().toNanos();
        end = due;
    }

    /** Sets the deadline of the next step. */
    final void within(long nanos, long now) {
        due = now + nanos;
    }

    /** Sets the time during which a peer that missed the end still gets acknowledgements. */
    private void linger(long now) {
        due = now + timeout;
        end = due;
    }

    final void done(long now) {
        done = true;
        linger(now);
    }

    /** Fails the transfer and notifies the peer if its address is known. */
    final void fail(RmppFailure.Reason reason, RmppStatus status, long now, RmppOutput out, String text) {
        addressPeer();
        RmppType end = status == RmppStatus.RESOURCES_EXHAUSTED ? RmppType.STOP : RmppType.ABORT;
        failed(new RmppFailure(reason, status, packet.isAddressed() ? end : RmppType.NONE, text), now);
        if (packet.isAddressed()) {
            packet.end(end, status);
            packet.sendTo(out);
        }
    }

    private void ended(RmppFailure.Reason reason, boolean legal, long now, RmppOutput out) {
        int status = in.data.rmppStatusBits();
        String verb = reason == RmppFailure.Reason.PEER_STOPPED ? "stopped" : "aborted";
        RmppStatus known = in.data.rmppStatus();
        String text = "the peer " + verb + " it: " + known.text(status) + " (status " + status + "), " + progress();
        if (legal) {
            failed(new RmppFailure(reason, known, RmppType.NONE, text), now);
        } else {
            fail(reason, RmppStatus.ILLEGAL_STATUS, now, out, text);
        }
    }

    private void failed(RmppFailure verdict, long now) {
        failure = verdict;
        forget();
        linger(now);
    }

    final String timeout() {
        return TimeUnit.NANOSECONDS.toMillis(timeout) + " ms";
    }

    final void awaitPeer(long now) {
        within(timeout, now);
    }
}
