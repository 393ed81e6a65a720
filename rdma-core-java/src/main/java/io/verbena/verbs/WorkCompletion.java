package io.verbena.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How a request ended (IBA 10.10.2): a view of a batch, valid until its next poll; {@link #copy} keeps one. Of a request
 * that failed only the ID, the status, the queue pair and the vendor's error mean something.
 */
public final class WorkCompletion {
    private static final boolean SWAP = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final RecordMemory memory;
    private final ByteBuffer bytes;
    private final int at;

    WorkCompletion(RecordMemory memory, int at) {
        this.memory = memory;
        this.bytes = memory.bytes();
        this.at = at;
    }

    /** The same, kept. */
    public WorkCompletion copy() {
        int size = Math.min(CompletionRecord.EXTENDED_SIZE, bytes.capacity() - at);
        ByteBuffer kept = ByteBuffer.allocate(size).order(bytes.order()).put(0, bytes, at, size);
        return new WorkCompletion(new RecordMemory(kept, 0), 0);
    }

    /** What the request was posted with. */
    public long id() {
        return bytes.getLong(at + CompletionRecord.ID);
    }

    /** How it ended. */
    public WorkCompletionStatus status() {
        return WorkCompletionStatus.of(bytes.getInt(at + CompletionRecord.STATUS));
    }

    /** Whether it ended as it should. */
    public boolean isSuccess() {
        return bytes.getInt(at + CompletionRecord.STATUS) == 0;
    }

    /**
     * Requires that it ended as it should.
     *
     * @throws WorkCompletionException if it did not
     */
    public WorkCompletion check() {
        if (!isSuccess()) {
            throw new WorkCompletionException(this);
        }
        return this;
    }

    /** What it was. */
    public WorkCompletionOpcode opcode() {
        return WorkCompletionOpcode.of(bytes.getInt(at + CompletionRecord.OPCODE));
    }

    /** What the vendor says of an error. */
    public int vendorError() {
        return bytes.getInt(at + CompletionRecord.VENDOR_ERROR);
    }

    /** How many bytes were received, with the 40 bytes in front of a datagram; or read, or changed. */
    public int byteLength() {
        return bytes.getInt(at + CompletionRecord.BYTES);
    }

    /** Whether the other side told 4 bytes. */
    public boolean hasImmediate() {
        return has(CompletionRecord.WITH_IMMEDIATE);
    }

    /** What it told. */
    public int immediate() {
        int raw = bytes.getInt(at + CompletionRecord.IMMEDIATE);
        return SWAP ? Integer.reverseBytes(raw) : raw;
    }

    /** Whether the other side made a key of this side invalid. */
    public boolean hasInvalidatedKey() {
        return has(CompletionRecord.WITH_INVALIDATE);
    }

    /** Which key. */
    public int invalidatedKey() {
        return bytes.getInt(at + CompletionRecord.IMMEDIATE);
    }

    /** The number of the own queue pair. */
    public int queuePair() {
        return bytes.getInt(at + CompletionRecord.QUEUE_PAIR);
    }

    /** The number of the sender's queue pair, of a datagram. */
    public int sourceQueuePair() {
        return bytes.getInt(at + CompletionRecord.SOURCE_QUEUE_PAIR);
    }

    /** Whether the 40 bytes in front of a datagram are its global route header. */
    public boolean hasGlobalRoute() {
        return has(CompletionRecord.WITH_HEADER);
    }

    /** Where the P_Key of a datagram stands; only of queue pair 1. */
    public int partitionKeyIndex() {
        return bytes.getShort(at + CompletionRecord.PARTITION_KEY_INDEX) & 0xffff;
    }

    /** The LID of the sender of a datagram. */
    public int sourceLid() {
        return bytes.getShort(at + CompletionRecord.SOURCE_LID) & 0xffff;
    }

    /** The service level of a datagram. */
    public int serviceLevel() {
        return bytes.get(at + CompletionRecord.SERVICE_LEVEL) & 0xff;
    }

    /** The low bits of the LID by which a datagram came in. */
    public int pathBits() {
        return bytes.get(at + CompletionRecord.PATH_BITS) & 0xff;
    }

    /** When it ended, by the clock of the device; only of an extended queue that tells it. */
    public long timestamp() {
        return bytes.getLong(at + CompletionRecord.TIMESTAMP);
    }

    /** When it ended, in ns since 1970; only of an extended queue that tells it. */
    public long wallclockNanos() {
        return bytes.getLong(at + CompletionRecord.WALLCLOCK);
    }

    /** The tag of the rule that steered the packet; only of an extended queue that tells it. */
    public int flowTag() {
        return bytes.getInt(at + CompletionRecord.FLOW_TAG);
    }

    /** The tag of the VLAN that was taken out of the frame; only of an extended queue that tells it. */
    public int vlan() {
        return bytes.getShort(at + CompletionRecord.VLAN) & 0xffff;
    }

    /** The tag of the message; only of an extended queue that tells it. */
    public long tag() {
        return bytes.getLong(at + CompletionRecord.TAG);
    }

    /** What the sender told beside the tag; only of an extended queue that tells it. */
    public int tagData() {
        return bytes.getInt(at + CompletionRecord.TAG_DATA);
    }

    /** Whether the message took a receive of the list of tags. */
    public boolean isTagMatched() {
        return has(CompletionRecord.TAG_MATCHED);
    }

    /** Whether the data of a receive of the list of tags are there; its tag may be told before. */
    public boolean isTagDataValid() {
        return has(CompletionRecord.TAG_DATA_VALID);
    }

    /** Whether the device wants to know how many unexpected messages were taken: {@link TagList#synchronize}. */
    public boolean wantsTagSynchronization() {
        return has(CompletionRecord.TAG_SYNCHRONIZATION);
    }

    private boolean has(int flag) {
        return (bytes.getInt(at + CompletionRecord.FLAGS) & flag) != 0;
    }

    AddressVector replyAddress(VerbsDriver driver, int port, RecordMemory header) {
        if (!bytes.isDirect()) {
            throw new IllegalStateException(
                    "a copy of a completion does not tell the way back; ask the completion itself");
        }
        return driver.replyAddress(port, memory, at, header);
    }

    @Override
    public String toString() {
        return "WorkCompletion[id=" + id() + ", " + status().text()
                + (isSuccess() ? ", " + opcode().text() + ", " + byteLength() + " bytes" : "")
                + ", queue pair " + queuePair() + "]";
    }
}
