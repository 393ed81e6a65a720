package io.verbena.embedded.hca.queue;

import io.verbena.hca.TagHeader;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.Gid;
import io.verbena.spi.verbs.CompletionRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A completion before it is written to a queue. The requester and the responder of a queue pair each reuse one object.
 */
final class CompletionEntry {
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
    private long tag;
    private int tagData;
    private int flowTag;
    private int vlan;
    private boolean solicited;
    private Gid sourceGid = Gid.ZERO;

    CompletionEntry(int queuePair) {
        this.queuePair = queuePair;
    }

    CompletionEntry of(long request, WorkCompletionOpcode what, WorkCompletionStatus how) {
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
        tag = 0;
        tagData = 0;
        flowTag = 0;
        vlan = 0;
        solicited = false;
        sourceGid = Gid.ZERO;
        return this;
    }

    CompletionEntry bytes(int count) {
        bytes = count;
        return this;
    }

    CompletionEntry immediate(int value) {
        immediate = value;
        flags |= CompletionRecord.WITH_IMMEDIATE;
        return this;
    }

    CompletionEntry invalidated(int key) {
        immediate = key;
        flags |= CompletionRecord.WITH_INVALIDATE;
        return this;
    }

    CompletionEntry flags(int more) {
        flags |= more;
        return this;
    }

    CompletionEntry tagged(TagHeader header, boolean matched) {
        boolean untagged = header.kind() == TagHeader.Kind.NO_TAG;
        opcode = (untagged ? WorkCompletionOpcode.TAG_NO_TAG : WorkCompletionOpcode.TAG_RECEIVE).code();
        tag = header.tag();
        tagData = header.data();
        return flags(matched ? CompletionRecord.TAG_MATCHED | CompletionRecord.TAG_DATA_VALID : 0);
    }

    /** Makes this the completion of an Ethernet frame with the tag of its flow steering rule, and the VLAN tag that was removed. */
    CompletionEntry frame(int ofRule, int ofVlan) {
        flowTag = ofRule;
        vlan = ofVlan;
        return this;
    }

    CompletionEntry solicited(boolean value) {
        solicited = value;
        return this;
    }

    CompletionEntry from(TransportMessage message, int keyIndex) {
        sourceQueuePair = message.sourceQueuePair;
        partitionKeyIndex = keyIndex;
        sourceLid = message.sourceLid;
        serviceLevel = message.serviceLevel;
        pathBits = message.pathBits;
        flags |= message.global ? CompletionRecord.WITH_HEADER : 0;
        sourceGid = message.sourceGid;
        return this;
    }

    boolean isSuccess() {
        return status == WorkCompletionStatus.SUCCESS.code();
    }

    int bytes() {
        return bytes;
    }

    /** Returns whether this completion triggers an event that was requested for solicited completions only. */
    boolean isSolicited() {
        return solicited || !isSuccess();
    }

    void writeFlowTag(ByteBuffer to, int at) {
        to.putInt(at + CompletionRecord.FLOW_TAG, flowTag);
    }

    void writeVlan(ByteBuffer to, int at) {
        to.putShort(at + CompletionRecord.VLAN, (short) vlan);
    }

    void writeSourceGid(ByteBuffer to, int at) {
        putOrdered(to, at + CompletionRecord.SOURCE_GID, sourceGid.prefix());
        putOrdered(to, at + CompletionRecord.SOURCE_GID + Long.BYTES, sourceGid.interfaceId());
    }

    private static void putOrdered(ByteBuffer to, int at, long value) {
        to.putLong(at, to.order() == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value));
    }

    void writeTag(ByteBuffer to, int at) {
        to.putLong(at + CompletionRecord.TAG, tag).putInt(at + CompletionRecord.TAG_DATA, tagData);
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
