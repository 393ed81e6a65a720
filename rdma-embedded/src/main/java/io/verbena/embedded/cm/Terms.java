package io.verbena.embedded.cm;

import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;

/** What both sides of a connection have agreed on so far: all that the queue pair of this side needs. */
final class Terms {
    private final Way way;
    private final int receivePsn;
    private int localQueuePair;
    private int remoteQueuePair;
    private int sendPsn;
    private int responderResources;
    private int initiatorDepth;
    private int retries;
    private int rnrRetries;
    private int acknowledgeTimeout;

    private Terms(Way way, int receivePsn) {
        this.way = way;
        this.receivePsn = receivePsn;
        this.acknowledgeTimeout = Timeouts.acknowledge(way.lifeTime(), Timeouts.ACKNOWLEDGE_DELAY);
    }

    /** Of the side that asks. */
    static Terms asking(Way way, int psn, ConnectionParameters parameters) {
        Terms terms = new Terms(way, psn);
        terms.localQueuePair = parameters.queuePair();
        terms.responderResources = parameters.responderResources();
        terms.initiatorDepth = parameters.initiatorDepth();
        terms.retries = parameters.retries();
        terms.rnrRetries = parameters.rnrRetries();
        return terms;
    }

    /** Of the side that is asked. */
    static Terms asked(Way way, int psn, ConnectRequest request) {
        Terms terms = new Terms(way, psn);
        terms.remoteQueuePair = request.localQpn();
        terms.sendPsn = request.startingPsn();
        terms.responderResources = request.initiatorDepth();
        terms.initiatorDepth = request.responderResources();
        terms.retries = request.retryCount();
        terms.rnrRetries = request.rnrRetryCount();
        terms.acknowledgeTimeout = request.primaryPath().localAckTimeout();
        return terms;
    }

    /** What this side says when it accepts. */
    void accepting(ConnectReply reply) {
        localQueuePair = reply.localQpn();
        responderResources = reply.responderResources();
        initiatorDepth = reply.initiatorDepth();
    }

    /** What the other side said when it accepted. */
    void accepted(ConnectReply reply) {
        remoteQueuePair = reply.localQpn();
        sendPsn = reply.startingPsn();
        responderResources = reply.initiatorDepth();
        initiatorDepth = reply.responderResources();
        rnrRetries = reply.rnrRetryCount();
        acknowledgeTimeout = Timeouts.acknowledge(way.lifeTime(), reply.targetAckDelay());
    }

    Way way() {
        return way;
    }

    int localQueuePair() {
        return localQueuePair;
    }

    int remoteQueuePair() {
        return remoteQueuePair;
    }

    /** The number of the first packet that this side sends, which the other side chose (IBA 12.7.31). */
    int sendPsn() {
        return sendPsn;
    }

    int receivePsn() {
        return receivePsn;
    }

    int responderResources() {
        return responderResources;
    }

    int initiatorDepth() {
        return initiatorDepth;
    }

    int retries() {
        return retries;
    }

    int rnrRetries() {
        return rnrRetries;
    }

    int acknowledgeTimeout() {
        return acknowledgeTimeout;
    }
}
