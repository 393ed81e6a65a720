package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;

/** What one queue pair sends to another: what its headers say, and where its bytes are. Used again and again. */
final class Message {
    /** The bytes that it carries; of a read or atomic, where its answer goes. */
    final SegmentList bytes;

    WorkRequestOpcode opcode = WorkRequestOpcode.SEND;
    boolean reliable;
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

    /** How long to wait before it is sent again: what a receiver says that is not ready. */
    long readyNanos;

    Message(SegmentList bytes) {
        this.bytes = bytes;
    }

    int length() {
        return (int) bytes.length();
    }

    /** Becomes the same, but for the bytes. */
    Message headersOf(Message other) {
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
}
