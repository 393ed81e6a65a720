package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.RejectReason;
import java.nio.ByteBuffer;

/** The active side of a connection (IBA 12.9.7), which sends the request and confirms the reply of the peer. */
final class ActiveConnection extends Connection {
    private static final int ADDITIONAL_INFORMATION = 72;

    private final ConnectRequest request;

    ActiveConnection(Connection.Effects effects, long localId, ConnectionTerms terms, ConnectRequest request) {
        super(effects, localId, terms);
        this.request = request.localCommunicationId(localId);
    }

    @Override
    void begin() {
        enter(Connection.State.REQ_SENT);
        effects.sendUntilAnswered(request);
    }

    @Override
    boolean establish() {
        if (state != Connection.State.MRA_REP_SENT) {
            return false;
        }
        enter(Connection.State.ESTABLISHED);
        effects.send(ids.readyToUse());
        return true;
    }

    @Override
    boolean reject(RejectReason reason, byte[] privateData) {
        if (state != Connection.State.MRA_REP_SENT) {
            return false;
        }
        refuse(ConnectMessage.REPLY, reason, privateData);
        return true;
    }

    @Override
    void withdraw(RejectReason reason) {
        if (state == Connection.State.MRA_REP_SENT) {
            refuse(ConnectMessage.REPLY, reason);
        } else {
            takeBack();
        }
    }

    /**
     * Rejects an own request. The peer finds the connection by the GUID in the message, because its communication ID is
     * not known yet (IBA 12.6.7.2).
     */
    private void takeBack() {
        byte[] guid = ByteBuffer.allocate(ADDITIONAL_INFORMATION)
                .putLong(request.localCaGuid().bits())
                .array();
        ConnectReject refusal = ids.refusal(ConnectMessage.REQUEST, RejectReason.TIMEOUT);
        refuse(refusal.additionalInformationLength(Long.BYTES).additionalInformation(guid));
    }

    @Override
    void received(MessageReceiptAcknowledgment message) {
        if (state == Connection.State.REQ_SENT && message.message() == ConnectMessage.REQUEST) {
            enter(Connection.State.MRA_REQ_RECEIVED);
            effects.waitLonger(message.serviceTimeout());
        }
    }

    @Override
    void received(ConnectReply answer) {
        switch (state) {
            case REQ_SENT, MRA_REQ_RECEIVED -> {
                ids.remote(answer.localCommunicationId());
                terms.accepted(answer);
                enter(Connection.State.MRA_REP_SENT);
                effects.answered();
                effects.report(CmEventType.CONNECT_RESPONSE, 0, EventParameters.of(answer));
                effects.send(ids.moreTime(ConnectMessage.REPLY));
            }
            case MRA_REP_SENT -> effects.send(ids.moreTime(ConnectMessage.REPLY));
            case ESTABLISHED -> effects.send(ids.readyToUse());
            default -> {
                // The reply is late.
            }
        }
    }
}
