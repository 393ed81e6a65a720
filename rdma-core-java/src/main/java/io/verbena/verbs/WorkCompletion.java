package io.verbena.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.iba.Gid;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The completion of a request (IBA 10.10.2): a view of a batch, valid until its next poll; use {@link #copy} to keep it. For a
 * failed request only the ID, the status, the queue pair and the vendor's error code are valid.
 */
public final class WorkCompletion extends CompletionFields {
    private static final boolean SWAP = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final RecordMemory memory;

    WorkCompletion(RecordMemory memory, int at) {
        super(memory.bytes(), at);
        this.memory = memory;
    }

    /** Returns a copy that stays valid. */
    public WorkCompletion copy() {
        int size = Math.min(CompletionRecord.EXTENDED_SIZE, bytes.capacity() - at);
        ByteBuffer kept = ByteBuffer.allocate(size).order(bytes.order()).put(0, bytes, at, size);
        return new WorkCompletion(new RecordMemory(kept, 0), 0);
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

    /** Returns the immediate data. */
    public int immediate() {
        int raw = bytes.getInt(at + CompletionRecord.IMMEDIATE);
        return SWAP ? Integer.reverseBytes(raw) : raw;
    }

    /**
     * Returns the source GID of a message to an SRD queue pair, if the completion queue reports it ({@code io.verbena.efa}). Devices
     * may report it only for senders to which this side has no address handle. Allocates an object.
     */
    public Gid sourceGid() {
        return new Gid(ordered(CompletionRecord.SOURCE_GID), ordered(CompletionRecord.SOURCE_GID + Long.BYTES));
    }

    private long ordered(int field) {
        long raw = bytes.getLong(at + field);
        return SWAP ? Long.reverseBytes(raw) : raw;
    }

    /** Returns whether a write with immediate data completed without a receive, if the completion queue reports it. */
    public boolean isUnsolicited() {
        return bytes.getInt(at + CompletionRecord.UNSOLICITED) != 0;
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
