package io.verbena.embedded.hca.queue;

import io.verbena.hca.WorkCompletionStatus;

/** Receives the messages that arrive at the ports of a channel adapter. */
interface MessageReceiver {
    /**
     * Delivers a message of a connection to the queue pair that its header names.
     *
     * @param port the number of the port at which the message arrived
     */
    Acknowledgement receive(TransportMessage message, int port);

    /**
     * Delivers a datagram to a queue pair, or to the members of a multicast group.
     *
     * @param port the number of the port at which the datagram arrived
     * @param lid the destination LID
     */
    void receiveDatagram(TransportMessage message, int port, int lid);

    /** The response to a request (IBA 9.7.5.2.8), and the status with which it completes the request. */
    enum Acknowledgement {
        ACKNOWLEDGED(WorkCompletionStatus.SUCCESS),
        /** RNR NAK: the responder has no receive request for the message. */
        NOT_READY(WorkCompletionStatus.RNR_RETRY_EXCEEDED),
        /** There is no response. */
        NOTHING(WorkCompletionStatus.RETRY_EXCEEDED),
        INVALID_REQUEST(WorkCompletionStatus.REMOTE_INVALID_REQUEST),
        ACCESS_ERROR(WorkCompletionStatus.REMOTE_ACCESS_ERROR),
        OPERATION_ERROR(WorkCompletionStatus.REMOTE_OPERATION_ERROR);

        private final WorkCompletionStatus status;

        Acknowledgement(WorkCompletionStatus status) {
            this.status = status;
        }

        WorkCompletionStatus status() {
            return status;
        }
    }
}
