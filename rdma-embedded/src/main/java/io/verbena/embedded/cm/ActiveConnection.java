package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.RejectReason;
import java.nio.ByteBuffer;

/** The side that asks, which IBA calls active. It is told when the other side accepts, and confirms. */
final class ActiveConnection extends Connection {
    private static final int ADDITIONAL_INFORMATION = 72;

    private final ConnectRequest request;

    /** Begins with a request, which needs no communication ID yet. */
    ActiveConnection(Effects effects, long localId, Terms terms, ConnectRequest request) {
        super(effects, new CommunicationIds(localId), terms);
        this.request = request.localCommunicationId(localId);
    }

    @Override
    void begin() {
        enter(ConnectionState.REQ_SENT);
        effects.sendUntilAnswered(request);
    }

    @Override
    boolean establish() {
        if (state() != ConnectionState.MRA_REP_SENT) {
            return false;
        }
        enter(ConnectionState.ESTABLISHED);
        effects.send(ids.readyToUse());
        return true;
    }

    @Override
    boolean reject(byte[] privateData) {
        if (state() != ConnectionState.MRA_REP_SENT) {
            return false;
        }
        refuse(ConnectMessage.REPLY, RejectReason.CONSUMER_REJECT, privateData);
        return true;
    }

    @Override
    void withdraw(RejectReason reason) {
        if (state() == ConnectionState.MRA_REP_SENT) {
            refuse(ConnectMessage.REPLY, reason);
        } else {
            takeBack();
        }
    }

    /** The other side finds the request by the GUID, as what it calls the connection is not known here (IBA 12.6.7.2). */
    private void takeBack() {
        byte[] guid = ByteBuffer.allocate(ADDITIONAL_INFORMATION)
                .putLong(request.localCaGuid().bits())
                .array();
        ConnectReject refusal = ids.refusal(ConnectMessage.REQUEST, RejectReason.TIMEOUT);
        refuse(refusal.additionalInformationLength(Long.BYTES).additionalInformation(guid));
    }

    @Override
    void received(MessageReceiptAcknowledgment message) {
        if (state() == ConnectionState.REQ_SENT && message.message() == ConnectMessage.REQUEST) {
            enter(ConnectionState.MRA_REQ_RECEIVED);
            effects.waitLonger(message.serviceTimeout());
        }
    }

    @Override
    void received(ConnectReply answer) {
        switch (state()) {
            case REQ_SENT, MRA_REQ_RECEIVED -> {
                ids.remote(answer.localCommunicationId());
                terms.accepted(answer);
                enter(ConnectionState.MRA_REP_SENT);
                effects.answered();
                effects.tell(CmEventType.CONNECT_RESPONSE, 0, EventParameters.of(answer));
                effects.send(ids.moreTime(ConnectMessage.REPLY));
            }
            case MRA_REP_SENT -> effects.send(ids.moreTime(ConnectMessage.REPLY));
            case ESTABLISHED -> effects.send(ids.readyToUse());
            default -> {
                // It comes too late.
            }
        }
    }
}
