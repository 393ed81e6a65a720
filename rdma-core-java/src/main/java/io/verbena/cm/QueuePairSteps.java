package io.verbena.cm;

import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.Transport;
import io.verbena.spi.cm.CmDriver;
import io.verbena.verbs.QueuePair;

/** The states that a connection takes a queue pair through, as its connection manager says. */
final class QueuePairSteps {
    private final CmDriver driver;
    private final long id;
    private final QueuePair pair;

    QueuePairSteps(CmDriver driver, long id, QueuePair pair) {
        this.driver = driver;
        this.id = id;
        this.pair = pair;
    }

    /** Receives can be posted then; datagrams can be sent, too. */
    void initialise(boolean datagrams) {
        pair.modify(driver.queuePairAttributes(id, QueuePairState.INIT));
        if (datagrams) {
            pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_RECEIVE));
            pair.modify(new QueuePairAttributes()
                    .state(QueuePairState.READY_TO_SEND)
                    .sendSequenceNumber(0));
        }
    }

    /** To accept: this side says how many reads there are. */
    void connect(ConnectionParameters answer) {
        // What the request says may be other than what was there when it was initialised.
        pair.modify(driver.queuePairAttributes(id, QueuePairState.INIT));
        QueuePairAttributes receive = driver.queuePairAttributes(id, QueuePairState.READY_TO_RECEIVE);
        if (receive.has(QueuePairAttribute.MAX_READS_ANSWERED)) {
            receive.maxReadsAnswered(answer.responderResources());
        }
        pair.modify(receive);
        QueuePairAttributes send = driver.queuePairAttributes(id, QueuePairState.READY_TO_SEND);
        if (send.has(QueuePairAttribute.MAX_READS_BEGUN)) {
            send.maxReadsBegun(answer.initiatorDepth());
        }
        pair.modify(send);
    }

    /** When the other side accepted. */
    void connect() {
        pair.modify(driver.queuePairAttributes(id, QueuePairState.INIT));
        pair.modify(driver.queuePairAttributes(id, QueuePairState.READY_TO_RECEIVE));
        pair.modify(driver.queuePairAttributes(id, QueuePairState.READY_TO_SEND));
    }

    /** Ends what is posted. On iWARP the end of the stream does, once what was sent is out. */
    void end() {
        if (pair.isClosed()) {
            return;
        }
        boolean iwarp = pair.domain().context().properties().transport() == Transport.IWARP;
        pair.modify(new QueuePairAttributes().state(iwarp ? QueuePairState.SEND_QUEUE_DRAINED : QueuePairState.ERROR));
    }
}
