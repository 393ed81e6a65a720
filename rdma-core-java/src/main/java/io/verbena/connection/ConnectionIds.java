package io.verbena.connection;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.error.RdmaException;
import io.verbena.verbs.QueuePair;
import java.util.concurrent.CompletableFuture;

/** The identifiers of the control queue pair and the data queue pair of a connection. */
record ConnectionIds(CmId control, CmId data) {

    /** Hands the queue pairs to the identifiers, before they are connected. */
    void use(QueuePair controlPair, QueuePair dataPair) {
        control.use(controlPair);
        data.use(dataPair);
    }

    /** Returns both addresses, for messages. */
    String ends() {
        return data.localAddress().orElse(null) + " to " + data.peerAddress().orElse(null);
    }

    /** Returns a future that completes when either side has ended one of the connections. */
    CompletableFuture<Object> disconnected() {
        return CompletableFuture.anyOf(data.awaitDisconnectAsync(), control.awaitDisconnectAsync());
    }

    /** Disconnects both identifiers. The future fails, and this throws nothing, if one of them is closed at that moment. */
    CompletableFuture<Void> disconnect() {
        return CompletableFuture.allOf(disconnect(data), disconnect(control));
    }

    private static CompletableFuture<CmEvent> disconnect(CmId id) {
        try {
            return id.disconnectAsync();
        } catch (RdmaException | IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
