package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.embedded.hca.queue.TransportMessage.Acknowledgement;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;

/**
 * Executes the requests that arrive at a queue pair for scalable reliable datagrams, each independent of the others: one that is
 * refused leaves the queue pair as it is. Guarded by the lock of the responder.
 */
final class ScalableExecution {
    /** The delay that a responder without receive requests asks for. */
    private static final long READY_NANOS = 100_000;

    private final QueuePairContext pair;
    private final Receives receives;
    private final ScatterGatherList target;
    private boolean lost;

    ScalableExecution(QueuePairContext pair, Receives receives) {
        this.pair = pair;
        this.receives = receives;
        this.target = pair.newList(1);
    }

    Acknowledgement execute(TransportMessage message, int keyIndex) {
        try {
            return switch (message.opcode) {
                case SEND, SEND_WITH_IMMEDIATE -> receive(message, keyIndex);
                case RDMA_WRITE, RDMA_READ -> move(message);
                case RDMA_WRITE_WITH_IMMEDIATE -> writeAndComplete(message, keyIndex);
                default -> Acknowledgement.INVALID_REQUEST;
            };
        } finally {
            target.clear();
        }
    }

    private Acknowledgement receive(TransportMessage message, int keyIndex) {
        if (!receives.next()) {
            return notReady(message);
        }
        WorkCompletionStatus status = receives.reach(message.length());
        if (status != WorkCompletionStatus.SUCCESS) {
            receives.fail(status);
            return status == WorkCompletionStatus.LOCAL_LENGTH_ERROR
                    ? Acknowledgement.INVALID_REQUEST
                    : Acknowledgement.OPERATION_ERROR;
        }
        receives.fill(message, 0);
        return complete(WorkCompletionOpcode.RECEIVE, message, keyIndex);
    }

    private static Acknowledgement notReady(TransportMessage message) {
        message.readyNanos = READY_NANOS;
        return Acknowledgement.NOT_READY;
    }

    /** Finds the memory of a read or write. The access of the region decides, since the queue pair has none. */
    private boolean reaches(TransportMessage message) {
        AccessFlag wanted =
                message.opcode == WorkRequestOpcode.RDMA_READ ? AccessFlag.REMOTE_READ : AccessFlag.REMOTE_WRITE;
        return message.length() == 0
                || target.add(message.remoteKey, message.remoteAddress, message.length(), wanted.code());
    }

    private Acknowledgement move(TransportMessage message) {
        if (!reaches(message)) {
            return Acknowledgement.ACCESS_ERROR;
        }
        pair.move(message, target);
        return Acknowledgement.ACKNOWLEDGED;
    }

    private Acknowledgement writeAndComplete(TransportMessage message, int keyIndex) {
        if (!reaches(message)) {
            return Acknowledgement.ACCESS_ERROR;
        }
        if (!receives.next()) {
            return notReady(message);
        }
        pair.move(message, target);
        return complete(WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE, message, keyIndex);
    }

    private Acknowledgement complete(WorkCompletionOpcode opcode, TransportMessage message, int keyIndex) {
        CompletionEntry done = receives.completion(opcode)
                .bytes(message.length())
                .from(message, keyIndex)
                .solicited(message.solicited);
        if (message.opcode != WorkRequestOpcode.SEND) {
            done.immediate(message.immediate);
        }
        lost |= !receives.complete(done);
        return lost ? Acknowledgement.OPERATION_ERROR : Acknowledgement.ACKNOWLEDGED;
    }

    boolean hasLostCompletions() {
        return lost;
    }
}
