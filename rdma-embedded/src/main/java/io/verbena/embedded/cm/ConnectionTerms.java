package io.verbena.embedded.cm;

import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;

/** The parameters that both sides of a connection have agreed on, as the local queue pair needs them. */
final class ConnectionTerms {
    final CmPath way;
    final int receivePsn;
    int localQueuePair;
    int remoteQueuePair;

    /** The first packet sequence number of this side, which the peer has chosen (IBA 12.7.31). */
    int sendPsn;

    int responderResources;
    int initiatorDepth;
    int retries;
    int rnrRetries;
    int acknowledgeTimeout;

    private ConnectionTerms(CmPath way, int receivePsn) {
        this.way = way;
        this.receivePsn = receivePsn;
        this.acknowledgeTimeout = Timeouts.acknowledge(way.lifeTime(), Timeouts.ACKNOWLEDGE_DELAY);
    }

    static ConnectionTerms asking(CmPath way, int psn, ConnectionParameters parameters) {
        ConnectionTerms terms = new ConnectionTerms(way, psn);
        terms.localQueuePair = parameters.queuePair();
        terms.responderResources = parameters.responderResources();
        terms.initiatorDepth = parameters.initiatorDepth();
        terms.retries = parameters.retries();
        terms.rnrRetries = parameters.rnrRetries();
        return terms;
    }

    static ConnectionTerms asked(CmPath way, int psn, ConnectRequest request) {
        ConnectionTerms terms = new ConnectionTerms(way, psn);
        terms.remoteQueuePair = request.localQpn();
        terms.sendPsn = request.startingPsn();
        terms.responderResources = request.initiatorDepth();
        terms.initiatorDepth = request.responderResources();
        terms.retries = request.retryCount();
        terms.rnrRetries = request.rnrRetryCount();
        terms.acknowledgeTimeout = request.primaryPath().localAckTimeout();
        return terms;
    }

    void accepting(ConnectReply reply) {
        localQueuePair = reply.localQpn();
        responderResources = reply.responderResources();
        initiatorDepth = reply.initiatorDepth();
    }

    void accepted(ConnectReply reply) {
        remoteQueuePair = reply.localQpn();
        sendPsn = reply.startingPsn();
        responderResources = reply.initiatorDepth();
        initiatorDepth = reply.responderResources();
        rnrRetries = reply.rnrRetryCount();
        acknowledgeTimeout = Timeouts.acknowledge(way.lifeTime(), reply.targetAckDelay());
    }
}
