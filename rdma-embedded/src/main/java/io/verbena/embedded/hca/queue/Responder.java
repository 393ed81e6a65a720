package io.verbena.embedded.hca.queue;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import java.util.concurrent.locks.ReentrantLock;

/** The half of a queue pair that receives: what a message of the other side does here, and what comes back for it. */
final class Responder {
    private static final int SEQUENCE_MASK = 0xffffff;

    private final QueuePair pair;
    private final Settings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Receives receives;
    private final RemoteAccess access;
    private final PortView port;
    private int expected;
    private boolean heard;

    Responder(QueuePair pair, Settings settings) {
        this.pair = pair;
        this.settings = settings;
        this.receives = new Receives(pair);
        this.access = new RemoteAccess(pair, settings);
        this.port = new PortView(pair.adapter().network(), pair.adapter().port(settings.port));
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    long post(RecordMemory requests, int stride, int count) {
        long outcome = receives.post(requests, stride, count);
        // Whoever led the queue pair there may have flushed before.
        if (pair.state() == QueuePairState.ERROR) {
            lock.lock();
            try {
                flush();
            } finally {
                lock.unlock();
            }
        }
        return outcome;
    }

    /** Ends the receives that wait; with the lock held. */
    void flush() {
        if (pair.state() == QueuePairState.ERROR) {
            receives.flush();
        }
    }

    /** The queue pair is in another state; with both locks held. */
    void entered(QueuePairState last, QueuePairState next) {
        port.of(pair.adapter().port(settings.port), settings.partitionKeyIndex);
        switch (next) {
            case RESET -> receives.clear();
            case READY_TO_RECEIVE -> {
                expected = settings.receiveSequenceNumber;
                heard = false;
            }
            case ERROR -> {
                if (last != next) {
                    receives.ended();
                }
                flush();
            }
            default -> {
                // They change nothing here.
            }
        }
    }

    private boolean receivesAt(int arrival) {
        return settings.port == arrival
                && switch (pair.state()) {
                    case READY_TO_RECEIVE, READY_TO_SEND, SEND_QUEUE_DRAINED, SEND_QUEUE_ERROR -> true;
                    default -> false;
                };
    }

    /** Takes a message of a connection that came by a port. */
    Answer take(Message message, int arrival) {
        lock.lock();
        try {
            if (!receivesAt(arrival) || !isConnectedTo(message)) {
                return Answer.NOTHING;
            }
            hear();
            Answer answer = answer(message);
            if (answer == Answer.ACKNOWLEDGED) {
                expected = (expected + message.packets) & SEQUENCE_MASK;
            } else if (answer == Answer.NOT_READY) {
                message.readyNanos = ReadyTimer.nanos(settings.minRnrTimer);
            }
            return answer;
        } finally {
            receives.release();
            access.release();
            lock.unlock();
        }
    }

    /** Whether it comes from the other end, and is the next (IBA 9.6.1, 9.7.4). */
    private boolean isConnectedTo(Message message) {
        return message.sourceQueuePair == settings.destination
                && message.sourceLid == settings.address.dlid().bits()
                && message.reliable == pair.isReliable()
                && port.admits(message.partitionKey)
                && (!pair.isReliable() || message.sequenceNumber == expected);
    }

    private void hear() {
        if (!heard) {
            heard = true;
            if (pair.state() == QueuePairState.READY_TO_RECEIVE) {
                pair.tell(AsyncEventType.COMMUNICATION_ESTABLISHED);
            }
        }
    }

    private Answer answer(Message message) {
        return switch (message.opcode) {
            case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE -> receive(message);
            case RDMA_WRITE -> access(message, access.reach(message, AccessFlag.REMOTE_WRITE));
            case RDMA_WRITE_WITH_IMMEDIATE -> writeAndTell(message);
            case RDMA_READ -> access(message, access.reach(message, AccessFlag.REMOTE_READ));
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> access(message, access.reach(message, AccessFlag.REMOTE_ATOMIC));
            default -> Answer.INVALID_REQUEST;
        };
    }

    private Answer access(Message message, Answer reached) {
        if (reached == Answer.ACKNOWLEDGED) {
            access.perform(message);
            return reached;
        }
        return refuse(reached);
    }

    /** What a reliable connection answers so ends it here as well; any other drops it (IBA 9.9.3). */
    private Answer refuse(Answer answer) {
        if (pair.isReliable()) {
            pair.failed(
                    answer == Answer.ACCESS_ERROR
                            ? AsyncEventType.QUEUE_PAIR_ACCESS_ERROR
                            : AsyncEventType.QUEUE_PAIR_REQUEST_ERROR);
        }
        return answer;
    }

    private Answer receive(Message message) {
        if (!receives.next()) {
            return Answer.NOT_READY;
        }
        WorkCompletionStatus status = receives.reach(message.bytes.length());
        boolean invalidates = message.opcode == WorkRequestOpcode.SEND_WITH_INVALIDATE;
        if (status == WorkCompletionStatus.SUCCESS && invalidates && !access.invalidate(message.immediate)) {
            status = WorkCompletionStatus.LOCAL_ACCESS_ERROR;
        }
        if (status != WorkCompletionStatus.SUCCESS) {
            return receiveFailed(status);
        }
        receives.fill(message, 0);
        Completion done = receives.completion(WorkCompletionOpcode.RECEIVE).bytes(message.length());
        if (invalidates) {
            done.invalidated(message.immediate);
        } else if (message.opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE) {
            done.immediate(message.immediate);
        }
        return told(done.solicited(message.solicited));
    }

    private Answer receiveFailed(WorkCompletionStatus status) {
        receives.fail(status);
        pair.failed(null);
        return switch (status) {
            case LOCAL_LENGTH_ERROR -> Answer.INVALID_REQUEST;
            case LOCAL_ACCESS_ERROR -> Answer.ACCESS_ERROR;
            default -> Answer.OPERATION_ERROR;
        };
    }

    private Answer writeAndTell(Message message) {
        Answer reached = access.reach(message, AccessFlag.REMOTE_WRITE);
        if (reached != Answer.ACKNOWLEDGED) {
            return refuse(reached);
        }
        if (!receives.next()) {
            return Answer.NOT_READY;
        }
        access.perform(message);
        return told(receives.completion(WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE)
                .bytes(message.length())
                .immediate(message.immediate)
                .solicited(message.solicited));
    }

    private Answer told(Completion done) {
        if (receives.tell(done)) {
            return Answer.ACKNOWLEDGED;
        }
        pair.failed(AsyncEventType.QUEUE_PAIR_FATAL);
        return Answer.OPERATION_ERROR;
    }

    /** Takes a datagram that came to a LID of a port: behind 40 bytes for its global route header (IBA 11.4.1.2). */
    void takeDatagram(Message message, int arrival, int lid) {
        lock.lock();
        try {
            boolean wanted =
                    receivesAt(arrival) && message.queueKey == settings.queueKey && port.admits(message.partitionKey);
            if (wanted && receives.isForDatagrams() && receives.next()) {
                receiveDatagram(message, lid);
            }
        } finally {
            receives.release();
            lock.unlock();
        }
    }

    private void receiveDatagram(Message message, int lid) {
        int length = RouteHeader.LENGTH + message.length();
        WorkCompletionStatus status = receives.reach(length);
        if (status != WorkCompletionStatus.SUCCESS) {
            receives.fail(status);
            pair.failed(null);
            return;
        }
        receives.fill(message, RouteHeader.LENGTH);
        message.pathBits = port.pathBits(lid);
        Completion done = receives.completion(WorkCompletionOpcode.RECEIVE)
                .bytes(length)
                .from(message, port.keyIndex())
                .solicited(message.solicited);
        if (message.opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE) {
            done.immediate(message.immediate);
        }
        told(done);
    }
}
