package io.verbena.embedded.cm;

import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;

/** The communication IDs of a connection (IBA 12.7.1), and the messages that begin with them. */
final class CommunicationIds {
    final long local;
    private long remote;

    /** Creates the IDs of a connection whose remote ID is not known yet. */
    CommunicationIds(long local) {
        this.local = local;
    }

    /** Sets the remote communication ID. */
    void remote(long id) {
        remote = id;
    }

    /** Returns whether a message from a remote communication ID may belong to this connection. */
    boolean isWith(long sender) {
        return remote == 0 || remote == sender;
    }

    /** Sets the IDs in a reply. */
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
