package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.CmEventType;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import java.util.Arrays;

/**
 * One side of a connection, as IBA 12.9.7 draws it: messages, calls of the program and the ends of times come in, and {@link
 * Effects} come out. A call answers whether it may be made in this state; a message that may not come in it is dropped. What
 * comes twice is answered twice, as the first answer may be lost.
 *
 * <p>How it comes to be differs between the side that {@linkplain ActiveConnection asks} and the one that {@linkplain
 * PassiveConnection is asked}. What either may do, and the end, is here.
 */
abstract sealed class Connection permits ActiveConnection, PassiveConnection {
    private static final byte[] NO_DATA = {};

    final Effects effects;
    final CommunicationIds ids;
    final Terms terms;
    private ConnectionState state = ConnectionState.IDLE;

    Connection(Effects effects, CommunicationIds ids, Terms terms) {
        this.effects = effects;
        this.ids = ids;
        this.terms = terms;
    }

    final ConnectionState state() {
        return state;
    }

    final void enter(ConnectionState next) {
        state = next;
    }

    final Terms terms() {
        return terms;
    }

    final CommunicationIds ids() {
        return ids;
    }

    /** Says the first word to the other side. */
    abstract void begin();

    // What the program calls.

    /** Accepts what the other side asked for. */
    boolean accept(ConnectReply answer) {
        return false;
    }

    /** Confirms that the other side accepted. */
    boolean establish() {
        return false;
    }

    /** Refuses what waits for the program: what the other side asked for, or how it accepted. */
    abstract boolean reject(byte[] privateData);

    /** The device told that the first packet has come in, before the other side's message that it may. */
    boolean packetCame() {
        return state == ConnectionState.ESTABLISHED;
    }

    /** Ends it, or agrees to its end. */
    final boolean disconnect() {
        switch (state) {
            case ESTABLISHED -> {
                state = ConnectionState.DREQ_SENT;
                effects.sendUntilAnswered(ids.disconnectRequest(terms.remoteQueuePair()));
            }
            case DREQ_RECEIVED -> {
                effects.send(ids.disconnectReply());
                timeWait();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Nobody wants it any more: it ends in whatever way its state asks for. */
    final void abandon() {
        if (state.isBeginning()) {
            withdraw(RejectReason.CONSUMER_REJECT);
        } else {
            disconnect();
        }
    }

    /** Tells the other side that there will be no connection, before there is one. */
    abstract void withdraw(RejectReason reason);

    // What comes from the other side.

    /** What it asked for has arrived once more. */
    void requestedAgain() {}

    /** It wants more time. */
    abstract void received(MessageReceiptAcknowledgment message);

    /** It accepts. */
    void received(ConnectReply answer) {}

    /** It confirms. */
    void received(ReadyToUse confirmation) {}

    /** It refuses. */
    final void received(ConnectReject refusal) {
        if (state.isBeginning()) {
            end();
            effects.tell(CmEventType.REJECTED, refusal.reasonBits(), EventParameters.data(refusal.privateData()));
        }
    }

    /** It wants to end. */
    final void received(DisconnectRequest request) {
        if (request.remoteQpn() != terms.localQueuePair()) {
            return;
        }
        switch (state) {
            case ESTABLISHED, REP_SENT, MRA_REP_RECEIVED -> {
                effects.answered();
                state = ConnectionState.DREQ_RECEIVED;
                effects.tell(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
            }
            case DREQ_SENT -> {
                effects.answered();
                effects.send(ids.disconnectReply());
                timeWait();
                effects.tell(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
            }
            case TIME_WAIT -> effects.send(ids.disconnectReply());
            default -> {
                // It is to be answered by the program, or there is nothing to end.
            }
        }
    }

    /** It agrees to the end. */
    final void received(DisconnectReply agreement) {
        if (state == ConnectionState.DREQ_SENT) {
            effects.answered();
            timeWait();
            effects.tell(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
        }
    }

    // What the clock says.

    /** What was sent often enough is not answered. */
    final void unanswered() {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED, REP_SENT, MRA_REP_RECEIVED -> {
                withdraw(RejectReason.TIMEOUT);
                effects.tell(CmEventType.UNREACHABLE, -Errno.ETIMEDOUT, EventParameters.nothing());
            }
            case DREQ_SENT -> {
                timeWait();
                effects.tell(CmEventType.DISCONNECTED, -Errno.ETIMEDOUT, EventParameters.nothing());
            }
            default -> {
                // Nothing is waited for.
            }
        }
    }

    /** No packet is on its way any more. */
    final void timeWaitOver() {
        end();
        effects.tell(CmEventType.TIME_WAIT_EXIT, 0, EventParameters.nothing());
    }

    // How either side ends it.

    final void refuse(ConnectMessage message, RejectReason reason) {
        refuse(message, reason, NO_DATA);
    }

    final void refuse(ConnectMessage message, RejectReason reason, byte[] privateData) {
        ConnectReject refusal = ids.refusal(message, reason);
        refuse(refusal.privateData(Arrays.copyOf(privateData, refusal.privateData().length)));
    }

    final void refuse(ConnectReject refusal) {
        end();
        effects.send(refusal);
    }

    private void end() {
        state = ConnectionState.IDLE;
        effects.answered();
        effects.over();
    }

    private void timeWait() {
        state = ConnectionState.TIME_WAIT;
        effects.timeWait();
    }
}
