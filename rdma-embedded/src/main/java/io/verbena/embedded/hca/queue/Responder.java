package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.InternetPacket;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.embedded.hca.queue.TransportMessage.Acknowledgement;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.MigrationState;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The half of a queue pair that receives: it executes the requests of the peer and returns the acknowledgements. */
final class Responder {
    private static final int SEQUENCE_MASK = 0xffffff;

    /** Codes of the RNR NAK timer, in units of 10 microseconds (IBA 9.7.5.2.8, table 45). */
    private static final int[] TIMER_UNITS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096,
        6144, 8192, 12288, 16384, 24576, 32768, 49152
    };

    private static final long TIMER_UNIT_NANOS = 10_000;

    private final QueuePairContext pair;
    private final QueuePairSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Receives receives;
    private final ScatterGatherList target;
    private final ScalableExecution scalable;
    private final Runnable resumeRequester;
    private final PortView port;
    private int expected;
    private boolean heard;

    /** Whether a migration of the peer was refused since the connection began. */
    private boolean refusedMigration;

    /**
     * Creates the responder of a queue pair.
     *
     * @param resumeRequester called by the engine after this responder has taken the queue pair to an error state
     */
    Responder(QueuePairContext pair, Runnable resumeRequester) {
        this.pair = pair;
        this.settings = pair.settings;
        this.resumeRequester = resumeRequester;
        this.receives = new Receives(pair);
        this.scalable = new ScalableExecution(pair, receives);
        this.target = pair.newList(2);
        this.port = pair.newPortView();
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    long post(RecordMemory requests, int stride, int count) {
        long outcome = receives.post(requests, stride, count);
        // The queue pair may have been flushed before this request was added.
        if (pair.state == QueuePairState.ERROR) {
            lock.lock();
            try {
                flush();
            } finally {
                lock.unlock();
            }
        }
        return outcome;
    }

    /** Flushes the posted receive requests. The lock must be held. */
    void flush() {
        if (pair.state == QueuePairState.ERROR) {
            receives.flush();
        }
    }

    /** Reacts to a change of the state of the queue pair. The locks of both halves must be held. */
    void entered(QueuePairState last, QueuePairState next) {
        pair.place(port);
        switch (next) {
            case RESET -> {
                receives.clear();
                settings.reset();
            }
            case READY_TO_RECEIVE -> {
                expected = settings.receiveSequenceNumber;
                heard = false;
                refusedMigration = false;
            }
            case ERROR -> {
                if (last != next) {
                    receives.ended();
                }
                flush();
            }
            default -> {
                // Other states do not affect the responder.
            }
        }
    }

    private boolean receivesAt(int arrival) {
        return settings.path().port() == arrival && receives();
    }

    private boolean receives() {
        return switch (pair.state) {
            case READY_TO_RECEIVE, READY_TO_SEND, SEND_QUEUE_DRAINED, SEND_QUEUE_ERROR -> true;
            default -> false;
        };
    }

    /** Returns whether a request of the peer came by the path of the connection, which follows a peer that has migrated. */
    private boolean arrives(TransportMessage message, int arrival) {
        AlternatePath alternate = settings.alternate();
        boolean asked = message.migrated && settings.migration() == MigrationState.ARMED;
        if (asked
                && alternate != null
                && isFrom(alternate.address(), alternate.address().port(), message, arrival)) {
            if (settings.migrate()) {
                pair.report(AsyncEventType.PATH_MIGRATED);
            }
            return true;
        }
        QueuePairSettings.Path path = settings.path();
        boolean known = isFrom(path.address(), path.port(), message, arrival);
        if (known && !message.migrated) {
            settings.arm();
        }
        if (!known && asked && !refusedMigration) {
            refusedMigration = true;
            pair.report(AsyncEventType.PATH_MIGRATION_FAILED);
        }
        return known;
    }

    private static boolean isFrom(AddressVector address, int port, TransportMessage message, int arrival) {
        return port == arrival && message.sourceLid == address.dlid().bits();
    }

    Acknowledgement receive(TransportMessage message, int arrival) {
        lock.lock();
        try {
            if (!receives() || !isConnectedTo(message) || !arrives(message, arrival)) {
                return Acknowledgement.NOTHING;
            }
            pair.place(port);
            if (!port.admits(message.partitionKey)) {
                return Acknowledgement.NOTHING;
            }
            message.answerMigrated = settings.migration() == MigrationState.MIGRATED;
            hear();
            Acknowledgement answer = message.extended && !selectQueue(message)
                    ? refuse(Acknowledgement.INVALID_REQUEST)
                    : execute(message);
            if (answer == Acknowledgement.ACKNOWLEDGED) {
                expected = (expected + message.packets) & SEQUENCE_MASK;
            } else if (answer == Acknowledgement.NOT_READY) {
                message.readyNanos = TIMER_UNITS[settings.minRnrTimer] * TIMER_UNIT_NANOS;
            }
            return answer;
        } finally {
            receives.release();
            target.clear();
            lock.unlock();
        }
    }

    Acknowledgement receiveScalable(TransportMessage message, int arrival) {
        lock.lock();
        try {
            boolean wanted =
                    receivesAt(arrival) && message.queueKey == settings.queueKey && port.admits(message.partitionKey);
            Acknowledgement answer = wanted ? scalable.execute(message, port.keyIndex()) : Acknowledgement.NOTHING;
            if (scalable.hasLostCompletions()) {
                fail(AsyncEventType.QUEUE_PAIR_FATAL);
            }
            return answer;
        } finally {
            receives.release();
            lock.unlock();
        }
    }

    /** Returns whether a request comes from the peer and is the next in order (IBA 9.6.1, 9.7.4). */
    private boolean isConnectedTo(TransportMessage message) {
        return message.sourceQueuePair == settings.destination
                && message.reliable == pair.plan.isReliable()
                && message.extended == pair.plan.isExtended()
                && (!pair.plan.isReliable() || message.sequenceNumber == expected);
    }

    /** Selects the shared receive queue that a message of an extended connection names; its domain protects the memory. */
    private boolean selectQueue(TransportMessage message) {
        SimulatedSharedReceiveQueue queue = pair.adapter.sharedReceiveQueues().find(message.sharedReceiveQueue);
        if (queue == null || !queue.isIn(pair.plan.xrcDomain())) {
            return false;
        }
        receives.select(queue);
        target.domain(queue.domain);
        return true;
    }

    private void hear() {
        if (!heard) {
            heard = true;
            if (pair.state == QueuePairState.READY_TO_RECEIVE) {
                pair.report(AsyncEventType.COMMUNICATION_ESTABLISHED);
            }
        }
    }

    private Acknowledgement execute(TransportMessage message) {
        return switch (message.opcode) {
            case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE -> receiveSend(message);
            case RDMA_WRITE -> perform(message, reach(message, AccessFlag.REMOTE_WRITE));
            case RDMA_WRITE_WITH_IMMEDIATE -> writeAndComplete(message);
            case RDMA_READ -> perform(message, reach(message, AccessFlag.REMOTE_READ));
            case ATOMIC_WRITE -> perform(message, reachAtomicWrite(message));
            case FLUSH -> perform(message, reachFlush(message));
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> perform(message, reach(message, AccessFlag.REMOTE_ATOMIC));
            default -> Acknowledgement.INVALID_REQUEST;
        };
    }

    private Acknowledgement perform(TransportMessage message, Acknowledgement reached) {
        if (reached == Acknowledgement.ACKNOWLEDGED) {
            perform(message);
            return reached;
        }
        return refuse(reached);
    }

    /** Refuses a request. A reliable connection enters the error state; other services drop the request (IBA 9.9.3). */
    private Acknowledgement refuse(Acknowledgement answer) {
        if (pair.plan.isReliable()) {
            fail(
                    answer == Acknowledgement.ACCESS_ERROR
                            ? AsyncEventType.QUEUE_PAIR_ACCESS_ERROR
                            : AsyncEventType.QUEUE_PAIR_REQUEST_ERROR);
        }
        return answer;
    }

    private Acknowledgement reach(TransportMessage message, AccessFlag wanted) {
        if ((settings.access & wanted.code()) == 0) {
            return Acknowledgement.INVALID_REQUEST;
        }
        boolean atomic = wanted == AccessFlag.REMOTE_ATOMIC;
        boolean reads = atomic || wanted == AccessFlag.REMOTE_READ;
        if ((reads && settings.readsAnswered == 0) || (atomic && message.remoteAddress % Long.BYTES != 0)) {
            return Acknowledgement.INVALID_REQUEST;
        }
        // A request of no bytes needs no key (IBA 9.7.4.1.5).
        return message.length() == 0
                        || target.add(message.remoteKey, message.remoteAddress, message.length(), wanted.code())
                ? Acknowledgement.ACKNOWLEDGED
                : Acknowledgement.ACCESS_ERROR;
    }

    private Acknowledgement reachAtomicWrite(TransportMessage message) {
        int wanted = AccessFlag.REMOTE_WRITE.code();
        if ((settings.access & wanted) == 0 || message.remoteAddress % Long.BYTES != 0) {
            return Acknowledgement.INVALID_REQUEST;
        }
        return target.add(message.remoteKey, message.remoteAddress, Long.BYTES, wanted)
                ? Acknowledgement.ACKNOWLEDGED
                : Acknowledgement.ACCESS_ERROR;
    }

    /** Finds the memory of a flush. Each write has reached the memory before the next request is executed (IBA annex A19). */
    private Acknowledgement reachFlush(TransportMessage message) {
        int wanted = message.placement == FlushPlacement.GLOBAL.code() ? AccessFlag.FLUSH_GLOBAL.code() : 0;
        if (wanted == 0 || (settings.access & wanted) == 0 || message.flushed != (int) message.flushed) {
            return Acknowledgement.INVALID_REQUEST;
        }
        boolean permitted = message.wholeRegion
                ? target.permits(message.remoteKey, wanted)
                : target.add(message.remoteKey, message.remoteAddress, (int) message.flushed, wanted);
        return permitted ? Acknowledgement.ACKNOWLEDGED : Acknowledgement.ACCESS_ERROR;
    }

    private void perform(TransportMessage message) {
        switch (message.opcode) {
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> {
                synchronized (pair.adapter.atomics) {
                    long found = target.getLong();
                    target.putLong(result(message, found));
                    message.bytes.putLong(found);
                }
            }
            case ATOMIC_WRITE -> {
                synchronized (pair.adapter.atomics) {
                    target.putLong(message.swap);
                }
            }
            case FLUSH -> VarHandle.fullFence();
            default -> pair.move(message, target);
        }
    }

    private static long result(TransportMessage message, long found) {
        if (message.opcode == WorkRequestOpcode.FETCH_AND_ADD) {
            return found + message.operand;
        }
        return found == message.operand ? message.swap : found;
    }

    /** Takes the queue pair to the error state, with the lock of the responder held. */
    private void fail(@Nullable AsyncEventType why) {
        pair.state = QueuePairState.ERROR;
        receives.flush();
        if (why != null) {
            pair.report(why);
        }
        pair.network().engine.soon(resumeRequester);
    }

    private Acknowledgement receiveSend(TransportMessage message) {
        if (!receives.next(message)) {
            return Acknowledgement.NOT_READY;
        }
        WorkCompletionStatus status = receives.reach(receives.length(message));
        boolean invalidates = message.opcode == WorkRequestOpcode.SEND_WITH_INVALIDATE;
        if (status == WorkCompletionStatus.SUCCESS && invalidates && !target.invalidate(message.immediate)) {
            status = WorkCompletionStatus.LOCAL_ACCESS_ERROR;
        }
        if (status != WorkCompletionStatus.SUCCESS) {
            return receiveFailed(status);
        }
        receives.fill(message, 0);
        CompletionEntry done = receives.completion(WorkCompletionOpcode.RECEIVE).bytes(receives.length(message));
        if (invalidates) {
            done.invalidated(message.immediate);
        } else if (message.opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE) {
            done.immediate(message.immediate);
        }
        return completed(done.solicited(message.solicited));
    }

    private Acknowledgement receiveFailed(WorkCompletionStatus status) {
        receives.fail(status);
        fail(null);
        return switch (status) {
            case LOCAL_LENGTH_ERROR -> Acknowledgement.INVALID_REQUEST;
            case LOCAL_ACCESS_ERROR -> Acknowledgement.ACCESS_ERROR;
            default -> Acknowledgement.OPERATION_ERROR;
        };
    }

    private Acknowledgement writeAndComplete(TransportMessage message) {
        Acknowledgement reached = reach(message, AccessFlag.REMOTE_WRITE);
        if (reached != Acknowledgement.ACKNOWLEDGED) {
            return refuse(reached);
        }
        if (!receives.next()) {
            return Acknowledgement.NOT_READY;
        }
        perform(message);
        return completed(receives.completion(WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE)
                .bytes(message.length())
                .immediate(message.immediate)
                .solicited(message.solicited));
    }

    private Acknowledgement completed(CompletionEntry done) {
        if (receives.complete(done)) {
            return Acknowledgement.ACKNOWLEDGED;
        }
        fail(AsyncEventType.QUEUE_PAIR_FATAL);
        return Acknowledgement.OPERATION_ERROR;
    }

    /**
     * Receives a datagram, behind 40 bytes for its global route header (IBA 11.4.1.2).
     *
     * @param arrival the number of the port at which the datagram arrived
     * @param lid the destination LID
     */
    void receiveDatagram(TransportMessage message, int arrival, int lid) {
        lock.lock();
        try {
            boolean wanted =
                    receivesAt(arrival) && message.queueKey == settings.queueKey && port.admits(message.partitionKey);
            if (wanted && receives.isForDatagrams() && hasQueue(message) && receives.next()) {
                completeDatagram(message, lid);
            }
        } finally {
            receives.release();
            lock.unlock();
        }
    }

    void receiveFrame(byte[] frame, int tag, int arrival) {
        lock.lock();
        try {
            ReceiveSpread spread = pair.plan.spread();
            if (receivesAt(arrival) && (spread == null || receives.select(spread.queue(frame))) && receives.next()) {
                completeFrame(frame, tag);
            }
        } finally {
            receives.release();
            target.clear();
            lock.unlock();
        }
    }

    private void completeFrame(byte[] frame, int tag) {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        boolean strips = pair.plan.stripsVlans()
                && frame.length >= FrameHeaders.ETHERNET_BYTES + FrameHeaders.TAG_BYTES
                && (bytes.getShort(FrameHeaders.TYPE_OFFSET) & 0xffff) == FrameHeaders.VLAN;
        int behind = strips ? FrameHeaders.TYPE_OFFSET + FrameHeaders.TAG_BYTES : 0;
        if (strips) {
            target.add(bytes, 0, FrameHeaders.TYPE_OFFSET);
        }
        target.add(bytes, behind, frame.length - behind);
        if (!reaches(target.length())) {
            return;
        }
        receives.fill(target);
        InternetPacket packet = InternetPacket.in(frame);
        boolean valid = packet != null && packet.hasValidChecksums();
        int vlan = strips ? bytes.getShort(FrameHeaders.ETHERNET_BYTES) & 0xffff : 0;
        completed(receives.completion(WorkCompletionOpcode.RECEIVE)
                .bytes((int) target.length())
                .flags(valid ? CompletionRecord.CHECKSUM_VALID : 0)
                .frame(tag, vlan));
    }

    /** Returns whether a datagram fits into the current receive request, which otherwise fails with the queue pair. */
    private boolean reaches(long length) {
        WorkCompletionStatus status = receives.reach(length);
        if (status != WorkCompletionStatus.SUCCESS) {
            receives.fail(status);
            fail(null);
        }
        return status == WorkCompletionStatus.SUCCESS;
    }

    private boolean hasQueue(TransportMessage message) {
        ReceiveSpread spread = pair.plan.spread();
        return spread == null || receives.select(spread.queue(message));
    }

    private void completeDatagram(TransportMessage message, int lid) {
        int length = GlobalRouteHeader.LENGTH + message.length();
        if (!reaches(length)) {
            return;
        }
        receives.fill(message, GlobalRouteHeader.LENGTH);
        message.pathBits = port.pathBits(lid);
        CompletionEntry done = receives.completion(WorkCompletionOpcode.RECEIVE)
                .bytes(length)
                .from(message, port.keyIndex())
                .solicited(message.solicited);
        if (message.opcode == WorkRequestOpcode.SEND_WITH_IMMEDIATE) {
            done.immediate(message.immediate);
        }
        completed(done);
    }
}
