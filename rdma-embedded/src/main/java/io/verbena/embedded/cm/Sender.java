package io.verbena.embedded.cm;

import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;

/**
 * Where a message has come from, which is where its answer goes.
 *
 * @param port the port that it has come to
 * @param transaction the transaction ID, which an answer has, too
 */
record Sender(CmPort port, MadAddress source, long transaction) {

    void answer(Structure message) {
        port.send(source, CmDatagram.of(message, transaction));
    }
}
