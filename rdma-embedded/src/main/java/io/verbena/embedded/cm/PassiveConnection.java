package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import org.jspecify.annotations.Nullable;

/**
 * The passive side of a connection (IBA 12.9.7), whose program accepts the request, and which becomes established when
 * the peer confirms.
 */
final class PassiveConnection extends Connection {
    private @Nullable ConnectReply reply;

    PassiveConnection(Connection.Effects effects, long localId, ConnectionTerms terms, long remoteId) {
        super(effects, localId, terms);
        ids.remote(remoteId);
    }

    @Override
    void begin() {
        enter(Connection.State.MRA_REQ_SENT);
        effects.send(ids.moreTime(ConnectMessage.REQUEST));
    }

    @Override
    boolean accept(ConnectReply answer) {
        if (state != Connection.State.MRA_REQ_SENT) {
            return false;
        }
        terms.accepting(answer);
        reply = ids.on(answer);
        enter(Connection.State.REP_SENT);
        effects.sendUntilAnswered(answer);
        return true;
    }

    @Override
    boolean reject(RejectReason reason, byte[] privateData) {
        if (state != Connection.State.MRA_REQ_SENT) {
            return false;
        }
        refuse(ConnectMessage.REQUEST, reason, privateData);
        return true;
    }

    @Override
    void withdraw(RejectReason reason) {
        refuse(state == Connection.State.MRA_REQ_SENT ? ConnectMessage.REQUEST : ConnectMessage.OTHER, reason);
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
        if (state == Connection.State.MRA_REQ_SENT) {
            effects.send(ids.moreTime(ConnectMessage.REQUEST));
        } else if (answer != null && hasAccepted()) {
            effects.send(answer);
        }
    }

    @Override
    void received(MessageReceiptAcknowledgment message) {
        if (state == Connection.State.REP_SENT && message.message() == ConnectMessage.REPLY) {
            enter(Connection.State.MRA_REP_RECEIVED);
            effects.waitLonger(message.serviceTimeout());
        }
    }

    @Override
    void received(ReadyToUse confirmation) {
        if (hasAccepted()) {
            established();
        }
    }

    private boolean hasAccepted() {
        return state == Connection.State.REP_SENT || state == Connection.State.MRA_REP_RECEIVED;
    }

    private void established() {
        enter(Connection.State.ESTABLISHED);
        effects.answered();
        effects.report(CmEventType.ESTABLISHED, 0, EventParameters.nothing());
    }
}
