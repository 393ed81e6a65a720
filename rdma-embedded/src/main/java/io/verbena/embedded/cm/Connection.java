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

    Connection(Effects effects, long localId, ConnectionTerms terms) {
        this.effects = effects;
        this.ids = new CommunicationIds(localId);
        this.terms = terms;
    }

    final void enter(State next) {
        state = next;
    }

    abstract void begin();

    // Calls of the program.

    boolean accept(ConnectReply answer) {
        return false;
    }

    boolean establish() {
        return false;
    }

    abstract boolean reject(RejectReason reason, byte[] privateData);

    /** Reports that the first packet of the peer has arrived, possibly before its ReadyToUse message. */
    boolean packetCame() {
        return state == State.ESTABLISHED;
    }

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

    final void abandon() {
        if (state.isBeginning()) {
            withdraw(RejectReason.CONSUMER_REJECT);
        } else {
            disconnect();
        }
    }

    abstract void withdraw(RejectReason reason);

    // Messages of the peer.

    void requestedAgain() {}

    abstract void received(MessageReceiptAcknowledgment message);

    void received(ConnectReply answer) {}

    void received(ReadyToUse confirmation) {}

    final void received(ConnectReject refusal) {
        if (state.isBeginning()) {
            end();
            effects.report(CmEventType.REJECTED, refusal.reasonBits(), EventParameters.data(refusal.privateData()));
        }
    }

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

    interface Effects {

        void send(Structure message);

        /** Sends a message repeatedly until it is {@linkplain #answered answered} or the retries are exhausted. */
        void sendUntilAnswered(Structure message);

        void answered();

        /**
         * Extends the timeout of the message.
         *
         * @param serviceTimeout the extension, as a code of {@link Timeouts}
         */
        void waitLonger(int serviceTimeout);

        /** Starts TimeWait, after which {@link Connection#timeWaitOver} is called. */
        void timeWait();

        void report(CmEventType type, int status, ConnectionParameters parameters);

        void over();
    }

    /** The states of one side of a connection (IBA 12.9.7). */
    enum State {
        IDLE,
        REQ_SENT,
        /** The request was sent, and the peer has asked for more time. */
        MRA_REQ_RECEIVED,
        /** The request was received, and the peer was asked for more time. */
        MRA_REQ_SENT,
        REP_SENT,
        /** The reply was sent, and the peer has asked for more time. */
        MRA_REP_RECEIVED,
        /** The reply was received, and the peer was asked for more time. */
        MRA_REP_SENT,
        ESTABLISHED,
        DREQ_SENT,
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

    /** The communication IDs of a connection (IBA 12.7.1), and the messages that begin with them. */
    static final class CommunicationIds {
        final long local;
        private long remote;

        CommunicationIds(long local) {
            this.local = local;
        }

        void remote(long id) {
            remote = id;
        }

        boolean isWith(long sender) {
            return remote == 0 || remote == sender;
        }

        ConnectReply on(ConnectReply reply) {
            return reply.localCommunicationId(local).remoteCommunicationId(remote);
        }

        MessageReceiptAcknowledgment moreTime(ConnectMessage message) {
            return new MessageReceiptAcknowledgment()
                    .localCommunicationId(local)
                    .remoteCommunicationId(remote)
                    .message(message)
                    .serviceTimeout(Timeouts.PROGRAM);
        }

        ReadyToUse readyToUse() {
            return new ReadyToUse().localCommunicationId(local).remoteCommunicationId(remote);
        }

        ConnectReject refusal(ConnectMessage message, RejectReason reason) {
            return new ConnectReject()
                    .localCommunicationId(local)
                    .remoteCommunicationId(remote)
                    .messageRejected(message)
                    .reason(reason);
        }

        DisconnectRequest disconnectRequest(int remoteQueuePair) {
            return new DisconnectRequest()
                    .localCommunicationId(local)
                    .remoteCommunicationId(remote)
                    .remoteQpn(remoteQueuePair);
        }

        DisconnectReply disconnectReply() {
            return new DisconnectReply().localCommunicationId(local).remoteCommunicationId(remote);
        }
    }
}
