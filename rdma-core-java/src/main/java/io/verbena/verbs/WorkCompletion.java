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
 * The completion of a request (IBA 10.10.2): a view of a batch, valid until its next poll; use {@link #copy} to keep it. For a
 * failed request only the ID, the status, the queue pair and the vendor's error code are valid.
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

    /** Returns a copy that stays valid. */
    public WorkCompletion copy() {
        int size = Math.min(CompletionRecord.EXTENDED_SIZE, bytes.capacity() - at);
        ByteBuffer kept = ByteBuffer.allocate(size).order(bytes.order()).put(0, bytes, at, size);
        return new WorkCompletion(new RecordMemory(kept, 0), 0);
    }

    /** Returns the ID with which the request was posted. */
    public long id() {
        return bytes.getLong(at + CompletionRecord.ID);
    }

    /** Returns the status. */
    public WorkCompletionStatus status() {
        return WorkCompletionStatus.of(bytes.getInt(at + CompletionRecord.STATUS));
    }

    /** Returns whether the request succeeded. */
    public boolean isSuccess() {
        return bytes.getInt(at + CompletionRecord.STATUS) == 0;
    }

    /**
     * Checks that the request succeeded.
     *
     * @throws WorkCompletionException if the request failed
     */
    public WorkCompletion check() {
        if (!isSuccess()) {
            throw failure();
        }
        return this;
    }

    /** Returns the exception for this failed completion. */
    WorkCompletionException failure() {
        return new WorkCompletionException(id(), queuePair(), status(), vendorError());
    }

    /** Returns the operation. */
    public WorkCompletionOpcode opcode() {
        return WorkCompletionOpcode.of(bytes.getInt(at + CompletionRecord.OPCODE));
    }

    /** Returns the vendor's error code. */
    public int vendorError() {
        return bytes.getInt(at + CompletionRecord.VENDOR_ERROR);
    }

    /** Returns the number of bytes received, read or changed, including the 40 bytes before a datagram. */
    public int byteLength() {
        return bytes.getInt(at + CompletionRecord.BYTES);
    }

    /** Returns whether the message has immediate data. */
    public boolean hasImmediate() {
        return has(CompletionRecord.WITH_IMMEDIATE);
    }

    /** Returns the immediate data. */
    public int immediate() {
        int raw = bytes.getInt(at + CompletionRecord.IMMEDIATE);
        return SWAP ? Integer.reverseBytes(raw) : raw;
    }

    /** Returns whether the peer invalidated a local key. */
    public boolean hasInvalidatedKey() {
        return has(CompletionRecord.WITH_INVALIDATE);
    }

    /** Returns the invalidated key. */
    public int invalidatedKey() {
        return bytes.getInt(at + CompletionRecord.IMMEDIATE);
    }

    /** Returns the local queue pair number. */
    public int queuePair() {
        return bytes.getInt(at + CompletionRecord.QUEUE_PAIR);
    }

    /** Returns the queue pair number of the sender of a datagram. */
    public int sourceQueuePair() {
        return bytes.getInt(at + CompletionRecord.SOURCE_QUEUE_PAIR);
    }

    /** Returns whether the 40 bytes before a datagram contain a global route header. */
    public boolean hasGlobalRoute() {
        return has(CompletionRecord.WITH_HEADER);
    }

    /** Returns the index of the P_Key of a datagram to queue pair 1. */
    public int partitionKeyIndex() {
        return bytes.getShort(at + CompletionRecord.PARTITION_KEY_INDEX) & 0xffff;
    }

    /** Returns the LID of the sender of a datagram. */
    public int sourceLid() {
        return bytes.getShort(at + CompletionRecord.SOURCE_LID) & 0xffff;
    }

    /** Returns the service level of a datagram. */
    public int serviceLevel() {
        return bytes.get(at + CompletionRecord.SERVICE_LEVEL) & 0xff;
    }

    /** Returns the path bits of the LID to which a datagram was sent. */
    public int pathBits() {
        return bytes.get(at + CompletionRecord.PATH_BITS) & 0xff;
    }

    /** Returns the time of the completion by the clock of the device, if the extended queue reports it. */
    public long timestamp() {
        return bytes.getLong(at + CompletionRecord.TIMESTAMP);
    }

    /** Returns the time of the completion in nanoseconds since 1970, if the extended queue reports it. */
    public long wallclockNanos() {
        return bytes.getLong(at + CompletionRecord.WALLCLOCK);
    }

    /** Returns the tag of the flow steering rule, if the extended queue reports it. */
    public int flowTag() {
        return bytes.getInt(at + CompletionRecord.FLOW_TAG);
    }

    /** Returns the VLAN tag that was removed from the frame, if the extended queue reports it. */
    public int vlan() {
        return bytes.getShort(at + CompletionRecord.VLAN) & 0xffff;
    }

    /** Returns the tag of the message, if the extended queue reports it. */
    public long tag() {
        return bytes.getLong(at + CompletionRecord.TAG);
    }

    /** Returns the application data of the tag header, if the extended queue reports it. */
    public int tagData() {
        return bytes.getInt(at + CompletionRecord.TAG_DATA);
    }

    /** Returns whether the message matched a receive of the tag list. */
    public boolean isTagMatched() {
        return has(CompletionRecord.TAG_MATCHED);
    }

    /** Returns whether the data of a tagged receive are complete; the match may be reported earlier. */
    public boolean isTagDataValid() {
        return has(CompletionRecord.TAG_DATA_VALID);
    }

    /** Returns whether the device requests the number of handled unexpected messages; see {@code TagList.synchronize}. */
    public boolean wantsTagSynchronization() {
        return has(CompletionRecord.TAG_SYNCHRONIZATION);
    }

    private boolean has(int flag) {
        return (bytes.getInt(at + CompletionRecord.FLAGS) & flag) != 0;
    }

    AddressVector replyAddress(VerbsDriver driver, int port, RecordMemory header) {
        if (!bytes.isDirect()) {
            throw new IllegalStateException("a copy of a completion has no reply address; use the completion itself");
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
