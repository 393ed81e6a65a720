package io.verbena.cm;

import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.Transport;
import io.verbena.spi.cm.CmDriver;
import io.verbena.verbs.QueuePair;

/** Takes a queue pair through the states of a connection, with the attributes that the connection manager provides. */
final class QueuePairSteps {
    private final CmDriver driver;
    private final long id;
    private final QueuePair pair;

    QueuePairSteps(CmDriver driver, long id, QueuePair pair) {
        this.driver = driver;
        this.id = id;
        this.pair = pair;
    }

    /** Takes the queue pair to INIT, so that receives can be posted, and for datagrams to RTS. */
    void initialise(boolean datagrams) {
        pair.modify(driver.queuePairAttributes(id, QueuePairState.INIT));
        if (datagrams) {
            pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_RECEIVE));
            pair.modify(new QueuePairAttributes()
                    .state(QueuePairState.READY_TO_SEND)
                    .sendSequenceNumber(0));
        }
    }

    /** Connects to accept a request, with the responder resources and initiator depth of the answer. */
    void connect(ConnectionParameters answer) {
        // What the request says may be other than what was there when it was initialised.
        pair.modify(driver.queuePairAttributes(id, QueuePairState.INIT));
        QueuePairAttributes receive = driver.queuePairAttributes(id, QueuePairState.READY_TO_RECEIVE);
        if (receive.has(QueuePairAttribute.RESPONDER_RESOURCES)) {
            receive.responderResources(answer.responderResources());
        }
        pair.modify(receive);
        QueuePairAttributes send = driver.queuePairAttributes(id, QueuePairState.READY_TO_SEND);
        if (send.has(QueuePairAttribute.INITIATOR_DEPTH)) {
            send.initiatorDepth(answer.initiatorDepth());
        }
        pair.modify(send);
    }

    /** Connects after the peer has accepted. */
    void connect() {
        pair.modify(driver.queuePairAttributes(id, QueuePairState.INIT));
        pair.modify(driver.queuePairAttributes(id, QueuePairState.READY_TO_RECEIVE));
        pair.modify(driver.queuePairAttributes(id, QueuePairState.READY_TO_SEND));
    }

    /** Flushes the requests in flight. On iWARP, the end of the stream flushes them after what was sent is out. */
    void end() {
        if (pair.isClosed()) {
            return;
        }
        boolean iwarp = pair.domain().context().properties().transport() == Transport.IWARP;
        pair.modify(new QueuePairAttributes().state(iwarp ? QueuePairState.SEND_QUEUE_DRAINED : QueuePairState.ERROR));
    }
}
