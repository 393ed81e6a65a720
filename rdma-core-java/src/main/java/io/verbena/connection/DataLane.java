package io.verbena.connection;

import io.verbena.verbs.QueuePair;

/** The data queue pair and its queues. The other queue pair is the {@link ControlLane}. */
final class DataLane {
    private final QueuePair pair;
    private final SendQueue sends;
    private final ReceiveQueue receives;

    /**
     * Creates the queues.
     *
     * @param owner the object that messages name
     * @param results takes the results of atomic operations, 8 bytes for each request
     * @param liveness is notified of requests that fail
     */
    DataLane(QueuePair pair, CompletionPump pump, Object owner, int depth, LocalBuffer results, Liveness liveness) {
        this.pair = pair;
        RequestTable sent = new RequestTable(Queue.SEND, owner, depth, pump, liveness);
        sends = new SendQueue(pair, sent, results, RdmaConnection.SENDS);
        RequestTable received = new RequestTable(Queue.RECEIVE, owner, depth, pump, liveness);
        receives = new ReceiveQueue(pair, received, RdmaConnection.RECEIVES);
        pump.sink(RdmaConnection.SENDS, sent);
        pump.sink(RdmaConnection.RECEIVES, received);
    }

    QueuePair pair() {
        return pair;
    }

    SendQueue sends() {
        return sends;
    }

    ReceiveQueue receives() {
        return receives;
    }

    /** Returns the requests of a queue. */
    RequestTable requests(Queue queue) {
        return queue == Queue.SEND ? sends.table() : receives.table();
    }

    void listener(CompletionListener listener) {
        sends.table().listener(listener);
        receives.table().listener(listener);
    }

    /** Fails the futures of all requests in flight: the queue pair is closed, and completes nothing more. */
    void failAll() {
        sends.table().failAll();
        receives.table().failAll();
    }
}
