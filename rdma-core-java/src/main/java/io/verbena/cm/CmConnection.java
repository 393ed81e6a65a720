package io.verbena.cm;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.Transport;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The connection of an identifier and its queue pair: the calls of the application, and the events that the thread of the
 * channel handles.
 */
final class CmConnection {
    private final CmId id;
    private final Steps steps;
    private final CompletableFuture<CmEvent> ended = new CompletableFuture<>();
    private volatile @Nullable QueuePair queuePair;

    CmConnection(CmId id, Steps steps) {
        this.id = id;
        this.steps = steps;
    }

    @Nullable QueuePair queuePair() {
        return queuePair;
    }

    void use(QueuePair pair) {
        String device = id.device()
                .orElseThrow(
                        () -> new IllegalStateException(id + " has no device; resolve an address, or bind to one"));
        if (!pair.domain().context().device().equals(device)) {
            throw new IllegalArgumentException(pair + " is of another device than " + id + ", which is of " + device);
        }
        PortSpace space = id.portSpace();
        if (space != PortSpace.IB && space.isDatagram() != isDatagram(pair)) {
            throw new IllegalArgumentException(pair + " has not the service of port space " + space.text());
        }
        id.using(() -> initialize(pair));
        queuePair = pair;
        // Registered here to run before the queue pair is closed, which would look to the peer like a disconnect.
        pair.onFailure(failure -> {
            if (failure instanceof DeviceRemovedException removal) {
                id.removed(removal.device());
            }
        });
    }

    private static boolean isDatagram(QueuePair pair) {
        return pair.type() == QueuePairType.UD;
    }

    private ConnectionParameters complete(ConnectionParameters parameters) {
        QueuePair pair = queuePair;
        return pair == null ? parameters : parameters.queuePair(pair.number(), parameters.sharedReceiveQueue());
    }

    CompletableFuture<CmEvent> connect(ConnectionParameters parameters) {
        try {
            return steps.begin(Steps.Step.CONNECT, () -> id.driver().connect(id.handle, complete(parameters)));
        } catch (SysException e) {
            // Soft-iWARP connects its stream before it answers.
            if (e.errno() == Errno.ECONNREFUSED) {
                throw new RejectedException(id, -e.errno(), ConnectionParameters.DEFAULTS.privateData());
            }
            throw e;
        }
    }

    CompletableFuture<CmEvent> accept(ConnectionParameters answer) {
        QueuePair pair = queuePair;
        CompletableFuture<CmEvent> accepted = steps.begin(Steps.Step.ACCEPT, () -> {
            if (pair != null && !isDatagram(pair)) {
                connect(pair, answer);
            }
            id.driver().accept(id.handle, complete(answer));
        });
        if (id.portSpace().isDatagram()) {
            steps.complete(new CmEvent(CmEventType.ESTABLISHED, 0, id, complete(answer), null, 0), Steps.Step.ACCEPT);
        }
        return accepted;
    }

    void reject(byte[] privateData, boolean enhancedConnection) {
        ByteBuffer data = checked(privateData);
        id.using(() -> {
            if (enhancedConnection) {
                id.driver().rejectEnhancedConnection(id.handle, data);
            } else {
                id.driver().reject(id.handle, data);
            }
        });
    }

    private static ByteBuffer checked(byte[] privateData) {
        if (privateData.length > ConnectionParameters.MAX_PRIVATE_DATA) {
            throw new IllegalArgumentException(privateData.length + " bytes of private data; there can be at most "
                    + ConnectionParameters.MAX_PRIVATE_DATA);
        }
        return ByteBuffer.wrap(privateData);
    }

    /** Disconnects once, however many threads call this. */
    synchronized CompletableFuture<CmEvent> disconnect() {
        return ended.isDone() || steps.isWaitingFor(Steps.Step.DISCONNECT)
                ? ended.copy()
                : steps.begin(Steps.Step.DISCONNECT, this::end);
    }

    CompletableFuture<CmEvent> ended() {
        return ended.copy();
    }

    private void end() {
        QueuePair pair = queuePair;
        if (pair != null) {
            endTransfer(pair);
        }
        id.driver().disconnect(id.handle);
    }

    /** Handles an event, on the thread of the channel. */
    void take(CmEvent event) {
        switch (event.type()) {
            case CONNECT_RESPONSE -> confirm(event);
            case DISCONNECTED -> takeEnd(event);
            default -> {
                flush();
                steps.take(event);
            }
        }
    }

    private void confirm(CmEvent response) {
        QueuePair pair = queuePair;
        if (pair == null) {
            steps.take(response);
            return;
        }
        try {
            id.using(() -> {
                connect(pair, null);
                id.driver().establish(id.handle);
            });
            steps.take(response);
        } catch (RdmaException e) {
            refuse(e);
            steps.fail(e.during("cannot confirm the connection of " + id));
        }
    }

    /** Rejects the peer, unless it is gone already. */
    private void refuse(RdmaException reason) {
        try {
            if (!id.isClosed()) {
                id.using(() -> id.driver().reject(id.handle, ByteBuffer.allocate(0)));
            }
        } catch (RdmaException e) {
            reason.addSuppressed(e);
        }
    }

    private void takeEnd(CmEvent event) {
        if (!steps.isWaitingFor(Steps.Step.DISCONNECT)) {
            answerEnd();
        }
        ended.complete(event);
        steps.take(event);
    }

    /** Answers the disconnect of the peer, which waits for that; on iWARP there is no answer, and the connection is gone. */
    private void answerEnd() {
        try {
            id.using(this::end);
        } catch (RdmaException e) {
            flush();
        }
    }

    /** Flushes the requests in flight, if the queue pair is still open. */
    private void flush() {
        QueuePair pair = queuePair;
        try {
            if (pair != null && !pair.isClosed()) {
                pair.flush();
            }
        } catch (RdmaException e) {
            // It is closed meanwhile, or in error already.
            return;
        }
    }

    void closed(RdmaException why) {
        ended.completeExceptionally(why);
    }

    // ---- the states of the queue pair

    /**
     * Returns the attributes that the connection manager provides for a state. It does not know the type of the queue pair, and
     * each end of an extended reliable connection has the attributes of one direction only (IBA annex A14).
     */
    private QueuePairAttributes attributes(QueuePair pair, QueuePairState state) {
        QueuePairAttributes attributes = id.driver().queuePairAttributes(id.handle, state);
        if (pair.type() == QueuePairType.XRC_SEND) {
            attributes.remove(QueuePairAttribute.RESPONDER_RESOURCES, QueuePairAttribute.MIN_RNR_TIMER);
        } else if (pair.type() == QueuePairType.XRC_RECEIVE) {
            attributes.remove(
                    QueuePairAttribute.INITIATOR_DEPTH, QueuePairAttribute.RETRIES, QueuePairAttribute.RNR_RETRIES);
        }
        return attributes;
    }

    /** Takes the queue pair to INIT, so that receives can be posted, and for datagrams to RTS. */
    private void initialize(QueuePair pair) {
        pair.modify(attributes(pair, QueuePairState.INIT));
        if (isDatagram(pair)) {
            pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_RECEIVE));
            pair.modify(new QueuePairAttributes()
                    .state(QueuePairState.READY_TO_SEND)
                    .sendSequenceNumber(0));
        }
    }

    /** Connects after the peer has accepted or, to accept a request, with the numbers of reads of the answer. */
    private void connect(QueuePair pair, @Nullable ConnectionParameters answer) {
        // The parameters of a request may differ from those with which the queue pair was initialized.
        pair.modify(attributes(pair, QueuePairState.INIT));
        QueuePairAttributes receive = attributes(pair, QueuePairState.READY_TO_RECEIVE);
        if (answer != null && receive.has(QueuePairAttribute.RESPONDER_RESOURCES)) {
            receive.responderResources(answer.responderResources());
        }
        pair.modify(receive);
        QueuePairAttributes send = attributes(pair, QueuePairState.READY_TO_SEND);
        if (answer != null && send.has(QueuePairAttribute.INITIATOR_DEPTH)) {
            send.initiatorDepth(answer.initiatorDepth());
        }
        pair.modify(send);
    }

    /** Flushes the requests in flight. On iWARP, the end of the stream flushes them after what was sent is out. */
    private void endTransfer(QueuePair pair) {
        if (pair.isClosed()) {
            return;
        }
        boolean iwarp = pair.domain().context().properties().transport() == Transport.IWARP;
        pair.modify(new QueuePairAttributes().state(iwarp ? QueuePairState.SEND_QUEUE_DRAINED : QueuePairState.ERROR));
    }
}
