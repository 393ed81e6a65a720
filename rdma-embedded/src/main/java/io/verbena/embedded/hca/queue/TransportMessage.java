package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;

/** A message from one queue pair to another: its headers and its memory. Objects are reused. */
final class TransportMessage {
    /** The payload; for a read or an atomic operation, the memory for its response. */
    final ScatterGatherList bytes;

    WorkRequestOpcode opcode = WorkRequestOpcode.SEND;
    boolean reliable;

    /** Whether the sender has no alternate path or has moved to it, and whether this is so of the responder (MigReq, IBA 17.2.8). */
    boolean migrated;

    boolean answerMigrated;
    int sourceQueuePair;
    int destinationQueuePair;
    int packets;
    int sequenceNumber;
    int immediate;
    boolean solicited;
    long remoteAddress;
    int remoteKey;
    long operand;
    long swap;

    /** Whether the message belongs to an extended reliable connection, and names a shared receive queue. */
    boolean extended;

    int sharedReceiveQueue;

    boolean scalable;

    /** The placement of a flush, its length, and whether it flushes a whole region instead. */
    int placement;

    long flushed;
    boolean wholeRegion;
    int queueKey;
    int partitionKey;
    int sourceLid;
    int serviceLevel;
    int pathBits;
    boolean global;
    Gid sourceGid = Gid.ZERO;
    Gid destinationGid = Gid.ZERO;
    int flowLabel;
    int hopLimit;
    int trafficClass;

    /** The delay that a responder without receive requests asks for, in nanoseconds. */
    long readyNanos;

    TransportMessage(ScatterGatherList bytes) {
        this.bytes = bytes;
    }

    int length() {
        return (int) bytes.length();
    }

    TransportMessage headersOf(TransportMessage other) {
        opcode = other.opcode;
        sourceQueuePair = other.sourceQueuePair;
        destinationQueuePair = other.destinationQueuePair;
        immediate = other.immediate;
        solicited = other.solicited;
        queueKey = other.queueKey;
        partitionKey = other.partitionKey;
        sourceLid = other.sourceLid;
        serviceLevel = other.serviceLevel;
        pathBits = other.pathBits;
        global = other.global;
        sourceGid = other.sourceGid;
        destinationGid = other.destinationGid;
        flowLabel = other.flowLabel;
        hopLimit = other.hopLimit;
        trafficClass = other.trafficClass;
        return this;
    }

    /** The response to a request (IBA 9.7.5.2.8), and the status with which it completes the request. */
    enum Acknowledgement {
        ACKNOWLEDGED(WorkCompletionStatus.SUCCESS),
        /** RNR NAK: the responder has no receive request for the message. */
        NOT_READY(WorkCompletionStatus.RNR_RETRY_EXCEEDED),
        /** There is no response. */
        NOTHING(WorkCompletionStatus.RETRY_EXCEEDED),
        /** There is no queue pair with this number, which only the service of scalable reliable datagrams reports. */
        UNKNOWN_QUEUE_PAIR(WorkCompletionStatus.REMOTE_INVALID_READ_REQUEST),
        INVALID_REQUEST(WorkCompletionStatus.REMOTE_INVALID_REQUEST),
        ACCESS_ERROR(WorkCompletionStatus.REMOTE_ACCESS_ERROR),
        OPERATION_ERROR(WorkCompletionStatus.REMOTE_OPERATION_ERROR);

        final WorkCompletionStatus status;

        Acknowledgement(WorkCompletionStatus status) {
            this.status = status;
        }
    }
}
