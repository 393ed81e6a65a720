package io.verbena.embedded.hca.queue;

import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.spi.verbs.CompletionRecord;
import java.nio.ByteBuffer;

/** A completion before it is written; each half of a queue pair has one, which it uses again and again. */
final class Completion {
    private final int queuePair;
    private long id;
    private int status;
    private int opcode;
    private int bytes;
    private int immediate;
    private int flags;
    private int sourceQueuePair;
    private int partitionKeyIndex;
    private int sourceLid;
    private int serviceLevel;
    private int pathBits;
    private boolean solicited;

    Completion(int queuePair) {
        this.queuePair = queuePair;
    }

    /** Of a request with this ID, and of no bytes. */
    Completion of(long request, WorkCompletionOpcode what, WorkCompletionStatus how) {
        id = request;
        status = how.code();
        opcode = what.code();
        bytes = 0;
        immediate = 0;
        flags = 0;
        sourceQueuePair = 0;
        partitionKeyIndex = 0;
        sourceLid = 0;
        serviceLevel = 0;
        pathBits = 0;
        solicited = false;
        return this;
    }

    Completion bytes(int count) {
        bytes = count;
        return this;
    }

    /** As it stands in the record of the sender. */
    Completion immediate(int value) {
        immediate = value;
        flags |= CompletionRecord.WITH_IMMEDIATE;
        return this;
    }

    Completion invalidated(int key) {
        immediate = key;
        flags |= CompletionRecord.WITH_INVALIDATE;
        return this;
    }

    Completion solicited(boolean value) {
        solicited = value;
        return this;
    }

    /** From whom a message came, and what it says of its way. */
    Completion from(Message message, int keyIndex) {
        sourceQueuePair = message.sourceQueuePair;
        partitionKeyIndex = keyIndex;
        sourceLid = message.sourceLid;
        serviceLevel = message.serviceLevel;
        pathBits = message.pathBits;
        flags |= message.global ? CompletionRecord.WITH_HEADER : 0;
        return this;
    }

    /** Whether it is an event for those who wait for solicited ones only. */
    boolean isSolicited() {
        return solicited || status != WorkCompletionStatus.SUCCESS.code();
    }

    void write(ByteBuffer to, int at) {
        to.putLong(at + CompletionRecord.ID, id)
                .putInt(at + CompletionRecord.STATUS, status)
                .putInt(at + CompletionRecord.OPCODE, opcode)
                .putInt(at + CompletionRecord.VENDOR_ERROR, status)
                .putInt(at + CompletionRecord.BYTES, bytes)
                .putInt(at + CompletionRecord.IMMEDIATE, immediate)
                .putInt(at + CompletionRecord.QUEUE_PAIR, queuePair)
                .putInt(at + CompletionRecord.SOURCE_QUEUE_PAIR, sourceQueuePair)
                .putInt(at + CompletionRecord.FLAGS, flags)
                .putShort(at + CompletionRecord.PARTITION_KEY_INDEX, (short) partitionKeyIndex)
                .putShort(at + CompletionRecord.SOURCE_LID, (short) sourceLid)
                .put(at + CompletionRecord.SERVICE_LEVEL, (byte) serviceLevel)
                .put(at + CompletionRecord.PATH_BITS, (byte) pathBits);
    }
}
