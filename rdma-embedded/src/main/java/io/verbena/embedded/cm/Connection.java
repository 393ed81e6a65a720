package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import io.verbena.iba.Structure;
import java.util.Arrays;

/**
 * The state machine of one side of a connection (IBA 12.9.7). Its inputs are messages, calls of the program and
 * timeouts; its outputs are {@link Effects}. A call returns whether it is permitted in the current state; a message
 * that is not permitted is dropped. A duplicate message is answered again, because the first response may have been
 * lost.
 *
 * <p>The establishment of a connection differs between the {@linkplain ActiveConnection active} and the
 * {@linkplain PassiveConnection passive} side. This class contains what both sides have in common, and the
 * disconnection.
 */
abstract class Connection {
    private static final byte[] NO_DATA = {};

    final Effects effects;
    final CommunicationIds ids;
    final ConnectionTerms terms;
    State state = State.IDLE;

    Connection(Effects effects, CommunicationIds ids, ConnectionTerms terms) {
        this.effects = effects;
        this.ids = ids;
        this.terms = terms;
    }

    final void enter(State next) {
        state = next;
    }

    /** Sends the first message. */
    abstract void begin();

    // Calls of the program.

    /** Accepts the request of the peer. */
    boolean accept(ConnectReply answer) {
        return false;
    }

    /** Confirms the reply of the peer. */
    boolean establish() {
        return false;
    }

    /** Rejects the request or the reply of the peer that waits for the program. */
    final boolean reject(byte[] privateData) {
        return reject(RejectReason.CONSUMER_REJECT, privateData);
    }

    /** Rejects the request or the reply of the peer with a reason. */
    abstract boolean reject(RejectReason reason, byte[] privateData);

    /** Reports that the first packet of the peer has arrived, possibly before its ReadyToUse message. */
    boolean packetCame() {
        return state == State.ESTABLISHED;
    }

    /** Requests the disconnection, or agrees to that of the peer. */
    final boolean disconnect() {
        switch (state) {
            case ESTABLISHED -> {
                state = State.DREQ_SENT;
                effects.sendUntilAnswered(ids.disconnectRequest(terms.remoteQueuePair));
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

    /** Ends the connection in the way that its state requires, because its identifier was destroyed. */
    final void abandon() {
        if (state.isBeginning()) {
            withdraw(RejectReason.CONSUMER_REJECT);
        } else {
            disconnect();
        }
    }

    /** Rejects a connection that is being established. */
    abstract void withdraw(RejectReason reason);

    // Messages of the peer.

    /** Processes a duplicate of the request. */
    void requestedAgain() {}

    /** Extends the timeout of the message that was sent. */
    abstract void received(MessageReceiptAcknowledgment message);

    /** Processes the acceptance. */
    void received(ConnectReply answer) {}

    /** Processes the confirmation. */
    void received(ReadyToUse confirmation) {}

    /** Processes a rejection. */
    final void received(ConnectReject refusal) {
        if (state.isBeginning()) {
            end();
            effects.report(CmEventType.REJECTED, refusal.reasonBits(), EventParameters.data(refusal.privateData()));
        }
    }

    /** Processes a request to disconnect. */
    final void received(DisconnectRequest request) {
        if (request.remoteQpn() != terms.localQueuePair) {
            return;
        }
        switch (state) {
            case ESTABLISHED, REP_SENT, MRA_REP_RECEIVED -> {
                effects.answered();
                state = State.DREQ_RECEIVED;
                effects.report(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
            }
            case DREQ_SENT -> {
                effects.answered();
                effects.send(ids.disconnectReply());
                timeWait();
                effects.report(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
            }
            case TIME_WAIT -> effects.send(ids.disconnectReply());
            default -> {
                // The program has not answered yet, or the connection has ended.
            }
        }
    }

    /** Processes the agreement to disconnect. */
    final void received(DisconnectReply agreement) {
        if (state == State.DREQ_SENT) {
            effects.answered();
            timeWait();
            effects.report(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
        }
    }

    // Timeouts.

    /** Called when the last retry of a message has timed out. */
    final void unanswered() {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED, REP_SENT, MRA_REP_RECEIVED -> {
                withdraw(RejectReason.TIMEOUT);
                effects.report(CmEventType.UNREACHABLE, -Errno.ETIMEDOUT, EventParameters.nothing());
            }
            case DREQ_SENT -> {
                timeWait();
                effects.report(CmEventType.DISCONNECTED, -Errno.ETIMEDOUT, EventParameters.nothing());
            }
            default -> {
                // No response is awaited.
            }
        }
    }

    /** Called at the end of TimeWait, when no packet of the connection can be in flight. */
    final void timeWaitOver() {
        end();
        effects.report(CmEventType.TIME_WAIT_EXIT, 0, EventParameters.nothing());
    }

    // The end of a connection on either side.

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
        state = State.IDLE;
        effects.answered();
        effects.over();
    }

    private void timeWait() {
        state = State.TIME_WAIT;
        effects.timeWait();
    }

    /** The outputs of a {@link Connection}. */
    interface Effects {

        /** Sends a message once. */
        void send(Structure message);

        /** Sends a message repeatedly until it is {@linkplain #answered answered} or the retries are exhausted. */
        void sendUntilAnswered(Structure message);

        /** Stops sending the message. */
        void answered();

        /**
         * Extends the timeout of the message.
         *
         * @param serviceTimeout the extension, as a code of {@link Timeouts}
         */
        void waitLonger(int serviceTimeout);

        /** Starts TimeWait, after which {@link Connection#timeWaitOver} is called. */
        void timeWait();

        /** Reports an event to the program. */
        void report(CmEventType type, int status, ConnectionParameters parameters);

        /** Removes the connection from the table of the host. */
        void over();
    }

    /** The states of one side of a connection (IBA 12.9.7). */
    enum State {
        /** There is no connection. */
        IDLE,
        /** The request was sent. */
        REQ_SENT,
        /** The request was sent, and the peer has asked for more time. */
        MRA_REQ_RECEIVED,
        /** The request was received, and the peer was asked for more time. */
        MRA_REQ_SENT,
        /** The reply was sent. */
        REP_SENT,
        /** The reply was sent, and the peer has asked for more time. */
        MRA_REP_RECEIVED,
        /** The reply was received, and the peer was asked for more time. */
        MRA_REP_SENT,
        /** The connection is established. */
        ESTABLISHED,
        /** The request to disconnect was sent. */
        DREQ_SENT,
        /** The request to disconnect was received. */
        DREQ_RECEIVED,
        /** The connection has ended, but its packets may still be in flight. */
        TIME_WAIT;

        /** Returns whether the connection is being established, so that either side may reject it. */
        boolean isBeginning() {
            return switch (this) {
                case REQ_SENT, MRA_REQ_RECEIVED, MRA_REQ_SENT, REP_SENT, MRA_REP_RECEIVED, MRA_REP_SENT -> true;
                case IDLE, ESTABLISHED, DREQ_SENT, DREQ_RECEIVED, TIME_WAIT -> false;
            };
        }
    }
}
