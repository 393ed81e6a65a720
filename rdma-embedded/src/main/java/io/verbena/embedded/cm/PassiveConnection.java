package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import org.jspecify.annotations.Nullable;

/** The side that is asked, which IBA calls passive. Its program accepts, and it is told when the other side confirms. */
final class PassiveConnection extends Connection {
    private @Nullable ConnectReply reply;

    /**
     * Of a request.
     *
     * @param remoteId what the side that asks calls it
     */
    PassiveConnection(Effects effects, long localId, Terms terms, long remoteId) {
        super(effects, new CommunicationIds(localId), terms);
        ids.remote(remoteId);
    }

    /** Lets the other side wait for the program. */
    @Override
    void begin() {
        enter(ConnectionState.MRA_REQ_SENT);
        effects.send(ids.moreTime(ConnectMessage.REQUEST));
    }

    @Override
    boolean accept(ConnectReply answer) {
        if (state() != ConnectionState.MRA_REQ_SENT) {
            return false;
        }
        terms.accepting(answer);
        reply = ids.on(answer);
        enter(ConnectionState.REP_SENT);
        effects.sendUntilAnswered(answer);
        return true;
    }

    @Override
    boolean reject(byte[] privateData) {
        if (state() != ConnectionState.MRA_REQ_SENT) {
            return false;
        }
        refuse(ConnectMessage.REQUEST, RejectReason.CONSUMER_REJECT, privateData);
        return true;
    }

    @Override
    void withdraw(RejectReason reason) {
        refuse(state() == ConnectionState.MRA_REQ_SENT ? ConnectMessage.REQUEST : ConnectMessage.OTHER, reason);
    }

    @Override
    boolean packetCame() {
        if (hasAccepted()) {
            established();
        }
        return super.packetCame();
    }

    @Override
    void requestedAgain() {
        ConnectReply answer = reply;
        if (state() == ConnectionState.MRA_REQ_SENT) {
            effects.send(ids.moreTime(ConnectMessage.REQUEST));
        } else if (answer != null && hasAccepted()) {
            effects.send(answer);
        }
    }

    @Override
    void received(MessageReceiptAcknowledgment message) {
        if (state() == ConnectionState.REP_SENT && message.message() == ConnectMessage.REPLY) {
            enter(ConnectionState.MRA_REP_RECEIVED);
            effects.waitLonger(message.serviceTimeout());
        }
    }

    @Override
    void received(ReadyToUse confirmation) {
        if (hasAccepted()) {
            established();
        }
    }

    /** And waits for the other side to confirm. */
    private boolean hasAccepted() {
        return state() == ConnectionState.REP_SENT || state() == ConnectionState.MRA_REP_RECEIVED;
    }

    private void established() {
        enter(ConnectionState.ESTABLISHED);
        effects.answered();
        effects.tell(CmEventType.ESTABLISHED, 0, EventParameters.nothing());
    }
}
