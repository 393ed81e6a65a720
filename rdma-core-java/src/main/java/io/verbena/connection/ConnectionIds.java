package io.verbena.connection;

import io.verbena.cm.CmId;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.QueuePair;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The identifiers of a connection: the connection manager connects one queue pair by one.
 *
 * @param control that of the queue pair by which the two libraries talk
 * @param data that of the user's
 */
record ConnectionIds(CmId control, CmId data) {

    /** Before they are connected. */
    void use(QueuePair controlPair, QueuePair dataPair) {
        control.use(controlPair);
        data.use(dataPair);
    }

    /** From where to where, for messages. */
    String ends() {
        return data.localAddress().orElse(null) + " to " + data.peerAddress().orElse(null);
    }

    /** Completed when either side has ended one of them. */
    CompletableFuture<Object> disconnected() {
        return CompletableFuture.anyOf(data.disconnected(), control.disconnected());
    }

    CompletableFuture<Void> disconnect() {
        return CompletableFuture.allOf(data.disconnect(), control.disconnect());
    }

    void disconnect(Duration patience) {
        Deadline deadline = Deadline.in(patience);
        data.disconnect(deadline.remaining());
        control.disconnect(deadline.remaining());
    }

    void close() {
        data.close();
        control.close();
    }
}
