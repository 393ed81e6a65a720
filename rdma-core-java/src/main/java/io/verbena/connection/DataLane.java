package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.verbs.QueuePair;
import java.util.function.Function;

/** The queue pair of the user, and what is posted to it. The other one is the {@link ControlLane}. */
final class DataLane {
    private final QueuePair pair;
    private final SendQueue sends;
    private final ReceiveQueue receives;

    /**
     * On a queue pair of its own.
     *
     * @param owner of whom messages speak
     * @param results where those of atomic operations go, 8 bytes for each request
     * @param flushed the exception for a request that the end of the connection flushed
     */
    DataLane(
            QueuePair pair,
            CompletionPump pump,
            Object owner,
            int depth,
            LocalBuffer results,
            Function<String, RdmaException> flushed) {
        this.pair = pair;
        RequestTable sent = new RequestTable(Queue.SEND, owner, depth, pump, flushed);
        sends = new SendQueue(pair, sent, results, RdmaConnection.SENDS);
        RequestTable received = new RequestTable(Queue.RECEIVE, owner, depth, pump, flushed);
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

    /** What is under way in a queue. */
    RequestTable requests(Queue queue) {
        return queue == Queue.SEND ? sends.table() : receives.table();
    }

    void listener(CompletionListener listener) {
        sends.table().listener(listener);
        receives.table().listener(listener);
    }

    /** Nothing will be completed any more. */
    void failAll(RdmaException why) {
        sends.table().failAll(why);
        receives.table().failAll(why);
    }
}
