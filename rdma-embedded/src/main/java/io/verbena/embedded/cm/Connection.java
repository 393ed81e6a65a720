package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.CmEventType;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Guid;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection, as IBA 12.9.7 draws it: messages, calls of the program and the ends of times come in, and {@link
 * Effects} come out. A call answers whether it may be made in this state; a message that may not come in it is dropped. What
 * comes twice is answered twice, as the first answer may be lost.
 */
final class Connection {
    private static final int ADDITIONAL_INFORMATION = 72;

    private final Effects effects;
    private final long localId;
    private final Terms terms;
    private long remoteId;
    private ConnectionState state = ConnectionState.IDLE;
    private @Nullable ConnectReply reply;

    /**
     * Begins, idle.
     *
     * @param localId the communication ID of this side
     */
    Connection(Effects effects, long localId, Terms terms) {
        this.effects = effects;
        this.localId = localId;
        this.terms = terms;
    }

    ConnectionState state() {
        return state;
    }

    Terms terms() {
        return terms;
    }

    long localId() {
        return localId;
    }

    /** Whether a message with this ID of its sender can be of this connection. */
    boolean isWith(long sender) {
        return remoteId == 0 || remoteId == sender;
    }

    // What the program calls.

    /** Asks the other side. */
    void request(ConnectRequest request) {
        state = ConnectionState.REQ_SENT;
        effects.sendUntilAnswered(request);
    }

    /** Accepts what the other side asked for. */
    boolean accept(ConnectReply answer) {
        if (state != ConnectionState.MRA_REQ_SENT) {
            return false;
        }
        terms.accepting(answer);
        reply = answer.localCommunicationId(localId).remoteCommunicationId(remoteId);
        state = ConnectionState.REP_SENT;
        effects.sendUntilAnswered(answer);
        return true;
    }

    /** Confirms that the other side accepted. */
    boolean establish() {
        if (state != ConnectionState.MRA_REP_SENT) {
            return false;
        }
        state = ConnectionState.ESTABLISHED;
        effects.send(readyToUse());
        return true;
    }

    /** Refuses what the other side asked for, or how it accepted. */
    boolean reject(byte[] privateData) {
        boolean asked = state == ConnectionState.MRA_REQ_SENT;
        if (!asked && state != ConnectionState.MRA_REP_SENT) {
            return false;
        }
        refuse(asked ? ConnectMessage.REQUEST : ConnectMessage.REPLY, RejectReason.CONSUMER_REJECT, privateData);
        return true;
    }

    /** Ends it, or agrees to its end. */
    boolean disconnect() {
        switch (state) {
            case ESTABLISHED -> {
                state = ConnectionState.DREQ_SENT;
                effects.sendUntilAnswered(new DisconnectRequest()
                        .localCommunicationId(localId)
                        .remoteCommunicationId(remoteId)
                        .remoteQpn(terms.remoteQueuePair()));
            }
            case DREQ_RECEIVED -> {
                effects.send(disconnectReply());
                timeWait();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The device told that the first packet has come in, before the other side's message that it may. */
    boolean packetCame() {
        if (state == ConnectionState.ESTABLISHED) {
            return true;
        }
        if (state != ConnectionState.REP_SENT && state != ConnectionState.MRA_REP_RECEIVED) {
            return false;
        }
        established();
        return true;
    }

    /** Nobody wants it any more: it ends in whatever way its state asks for. */
    void abandon(Guid own) {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED -> giveUp(own);
            case MRA_REQ_SENT -> refuse(ConnectMessage.REQUEST, RejectReason.CONSUMER_REJECT, new byte[0]);
            case MRA_REP_SENT -> refuse(ConnectMessage.REPLY, RejectReason.CONSUMER_REJECT, new byte[0]);
            case REP_SENT, MRA_REP_RECEIVED -> refuse(ConnectMessage.OTHER, RejectReason.CONSUMER_REJECT, new byte[0]);
            case ESTABLISHED, DREQ_RECEIVED -> disconnect();
            default -> {
                // It is ending already, or has not begun.
            }
        }
    }

    // What comes from the other side.

    /** The other side asks, for the first time. */
    void requested(long sender) {
        remoteId = sender;
        state = ConnectionState.MRA_REQ_SENT;
        effects.send(moreTime(ConnectMessage.REQUEST));
    }

    /** What it asked for has arrived once more. */
    void requestedAgain() {
        ConnectReply answer = reply;
        if (state == ConnectionState.MRA_REQ_SENT) {
            effects.send(moreTime(ConnectMessage.REQUEST));
        } else if (answer != null && (state == ConnectionState.REP_SENT || state == ConnectionState.MRA_REP_RECEIVED)) {
            effects.send(answer);
        }
    }

    /** The other side wants more time. */
    void received(MessageReceiptAcknowledgment message) {
        if (state == ConnectionState.REQ_SENT && message.message() == ConnectMessage.REQUEST) {
            state = ConnectionState.MRA_REQ_RECEIVED;
            effects.waitLonger(message.serviceTimeout());
        } else if (state == ConnectionState.REP_SENT && message.message() == ConnectMessage.REPLY) {
            state = ConnectionState.MRA_REP_RECEIVED;
            effects.waitLonger(message.serviceTimeout());
        }
    }

    /** The other side accepts. */
    void received(ConnectReply answer) {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED -> {
                remoteId = answer.localCommunicationId();
                terms.accepted(answer);
                state = ConnectionState.MRA_REP_SENT;
                effects.answered();
                effects.tell(CmEventType.CONNECT_RESPONSE, 0, EventParameters.of(answer));
                effects.send(moreTime(ConnectMessage.REPLY));
            }
            case MRA_REP_SENT -> effects.send(moreTime(ConnectMessage.REPLY));
            case ESTABLISHED -> effects.send(readyToUse());
            default -> {
                // It comes too late.
            }
        }
    }

    /** The other side refuses. */
    void received(ConnectReject refusal) {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED, MRA_REQ_SENT, REP_SENT, MRA_REP_RECEIVED, MRA_REP_SENT -> {
                end();
                effects.tell(CmEventType.REJECTED, refusal.reasonBits(), EventParameters.data(refusal.privateData()));
            }
            default -> {
                // There is nothing to be refused.
            }
        }
    }

    /** The other side confirms. */
    void received(ReadyToUse unused) {
        if (state == ConnectionState.REP_SENT || state == ConnectionState.MRA_REP_RECEIVED) {
            established();
        }
    }

    /** The other side wants to end it. */
    void received(DisconnectRequest request) {
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
                effects.send(disconnectReply());
                timeWait();
                effects.tell(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
            }
            case TIME_WAIT -> effects.send(disconnectReply());
            default -> {
                // It is to be answered by the program, or there is nothing to end.
            }
        }
    }

    /** The other side agrees to the end. */
    void received(DisconnectReply unused) {
        if (state == ConnectionState.DREQ_SENT) {
            effects.answered();
            timeWait();
            effects.tell(CmEventType.DISCONNECTED, 0, EventParameters.nothing());
        }
    }

    // What the clock says.

    /** What was sent often enough is not answered. */
    void unanswered(Guid own) {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED -> {
                giveUp(own);
                effects.tell(CmEventType.UNREACHABLE, -Errno.ETIMEDOUT, EventParameters.nothing());
            }
            case REP_SENT, MRA_REP_RECEIVED -> {
                refuse(ConnectMessage.OTHER, RejectReason.TIMEOUT, new byte[0]);
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
    void timeWaitOver() {
        end();
        effects.tell(CmEventType.TIME_WAIT_EXIT, 0, EventParameters.nothing());
    }

    private void established() {
        state = ConnectionState.ESTABLISHED;
        effects.answered();
        effects.tell(CmEventType.ESTABLISHED, 0, EventParameters.nothing());
    }

    /** Takes back a request; the other side finds it by the GUID, as its own ID is not known here (IBA 12.6.7.2). */
    private void giveUp(Guid own) {
        byte[] guid =
                ByteBuffer.allocate(ADDITIONAL_INFORMATION).putLong(own.bits()).array();
        ConnectReject refusal = refusal(ConnectMessage.REQUEST, RejectReason.TIMEOUT)
                .additionalInformationLength(Long.BYTES)
                .additionalInformation(guid);
        end();
        effects.send(refusal);
    }

    private void refuse(ConnectMessage message, RejectReason reason, byte[] privateData) {
        ConnectReject refusal = refusal(message, reason);
        refusal.privateData(Arrays.copyOf(privateData, refusal.privateData().length));
        end();
        effects.send(refusal);
    }

    private ConnectReject refusal(ConnectMessage message, RejectReason reason) {
        return new ConnectReject()
                .localCommunicationId(localId)
                .remoteCommunicationId(remoteId)
                .messageRejected(message)
                .reason(reason);
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

    private MessageReceiptAcknowledgment moreTime(ConnectMessage message) {
        return new MessageReceiptAcknowledgment()
                .localCommunicationId(localId)
                .remoteCommunicationId(remoteId)
                .message(message)
                .serviceTimeout(Timeouts.PROGRAM);
    }

    private ReadyToUse readyToUse() {
        return new ReadyToUse().localCommunicationId(localId).remoteCommunicationId(remoteId);
    }

    private DisconnectReply disconnectReply() {
        return new DisconnectReply().localCommunicationId(localId).remoteCommunicationId(remoteId);
    }
}
