package io.verbena.rmpp;

import io.verbena.iba.MadMethod;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What both ends of a transfer have in common: one packet in, one out, the deadlines, and how it ends. */
abstract sealed class Transfer permits RmppSender, RmppReceiver {
    /** What the method of an answer has and the method of a request has not. */
    static final int RESPONSE = MadMethod.GET_RESPONSE.code() ^ MadMethod.GET.code();

    final RmppFormat format;
    final RmppOptions options;
    final Incoming in = new Incoming();
    final Outgoing packet;
    final Deadlines deadlines;
    private final long patience;
    private boolean done;
    private @Nullable RmppFailure failure;

    Transfer(RmppFormat format, RmppOptions options) {
        this.format = format;
        this.options = options;
        packet = new Outgoing(format);
        deadlines = new Deadlines(options);
        patience = options.patienceNanos();
    }

    /** Whether the message has arrived as a whole. */
    public final boolean isDone() {
        return done;
    }

    /** Why the transfer failed; null if it did not, or not yet. */
    public final @Nullable RmppFailure failure() {
        return failure;
    }

    /**
     * When {@link #tick} is due, on the scale of the times that were given. Once the transfer has ended: how long the peer
     * may need to hear of it, and packets should be given to {@link #received} still.
     *
     * @throws IllegalStateException if the transfer has not begun
     */
    public final long deadline() {
        return deadlines.next();
    }

    /**
     * Takes a packet, whatever is in it. One that is none of this transfer is ignored: shorter than 256 bytes, not of
     * RMPP, or with another class, version, method or transaction. After the end it says again what the peer has missed.
     *
     * @param arrived the packet, from its position on; it is left as it is
     * @param now the time, on the scale of {@link System#nanoTime}
     * @param out takes what is to be sent in answer
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
            received(now, out);
        }
    }

    private void received(long now, RmppOutput out) {
        int version = in.data().rmppVersion();
        if (version != Outgoing.VERSION) {
            fail(
                    RmppFailure.Reason.BAD_PACKET,
                    RmppStatus.UNSUPPORTED_VERSION,
                    now,
                    out,
                    "the peer uses RMPP version " + version + ", not " + Outgoing.VERSION);
            return;
        }
        int status = in.data().rmppStatusBits();
        switch (in.type()) {
            case DATA, ACK -> {
                if (status != RmppStatus.NORMAL.code()) {
                    fail(
                            RmppFailure.Reason.BAD_PACKET,
                            RmppStatus.ILLEGAL_STATUS,
                            now,
                            out,
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
                fail(
                        RmppFailure.Reason.BAD_PACKET,
                        RmppStatus.BAD_TYPE,
                        now,
                        out,
                        "a packet has RMPP type " + in.data().rmppTypeBits() + ", which there is not");
        }
    }

    /** Whether the packet belongs to this transfer; the first one may make it so. */
    abstract boolean isOfThisTransfer(long now);

    /** Takes the headers of what is sent from the packet that came last, if there are none. */
    abstract void addressPeer();

    /** Gives up what was kept for the message, which will not be. */
    abstract void forget();

    /** What comes from the peer as long as it does not know of the end. */
    abstract RmppType fromPeer();

    /** Takes a segment. */
    abstract void receivedData(long now, RmppOutput out);

    /** Takes an acknowledgement. */
    abstract void receivedAck(long now, RmppOutput out);

    /** Takes a packet that came after the message was transferred. */
    abstract void receivedLate(RmppOutput out);

    /** Does what is to be done when nothing has moved in time. */
    abstract void late(long now, RmppOutput out);

    /** How far the transfer has come, for people. */
    abstract String progress();

    /**
     * Does what is due, if anything is.
     *
     * @param now the time, on the scale of {@link System#nanoTime}
     * @param out takes what is to be sent
     */
    public final void tick(long now, RmppOutput out) {
        if (!deadlines.hasBegun() || done || failure != null) {
            return;
        }
        if (deadlines.isOver(now)) {
            fail(
                    RmppFailure.Reason.TOO_SLOW,
                    RmppStatus.TOTAL_TIME_TOO_LONG,
                    now,
                    out,
                    "it took longer than " + options.total().toMillis() + " ms, " + progress());
        } else if (deadlines.isDue(now)) {
            late(now, out);
        }
    }

    final void done(long now) {
        done = true;
        deadlines.linger(patience, now);
    }

    /** Tells the peer, unless nothing is known of it, and fails. */
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
        int status = in.data().rmppStatusBits();
        String verb = reason == RmppFailure.Reason.PEER_STOPPED ? "stopped" : "aborted";
        RmppStatus known = in.data().rmppStatus();
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
        deadlines.linger(patience, now);
    }

    final String patience() {
        return TimeUnit.NANOSECONDS.toMillis(patience) + " ms";
    }

    final void awaitPeer(long now) {
        deadlines.within(patience, now);
    }
}
