package io.verbena.embedded.cm;

import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;

/** What the two sides call a connection (IBA 12.7.1), and the messages from this side, which all begin with it. */
final class CommunicationIds {
    private final long local;
    private long remote;

    /** What this side calls it; the other side has not said yet. */
    CommunicationIds(long local) {
        this.local = local;
    }

    long local() {
        return local;
    }

    /** The other side has said what it calls it. */
    void remote(long id) {
        remote = id;
    }

    /** Whether a message with this ID of its sender can be of this connection. */
    boolean isWith(long sender) {
        return remote == 0 || remote == sender;
    }

    /** What the program says, with the IDs. */
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
