package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.WindowType;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsMemory;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What belongs together: memory can be used only by queue pairs of the same domain (IBA 10.2.3). */
public final class ProtectionDomain extends VerbsObject {
    private static final int HEADER_BYTES = 40;

    private final Context context;
    private final long handle;

    ProtectionDomain(Context context, long handle) {
        super(List.of(context));
        this.context = context;
        this.handle = handle;
    }

    /** The device it is of. */
    @Override
    public Context context() {
        return context;
    }

    long handle() {
        return handle;
    }

    /**
     * Registers a direct buffer, from its position to its limit, so that the device may use it. The region keeps the
     * buffer reachable until it is closed.
     *
     * @throws IllegalArgumentException if the buffer is not direct or has no bytes, or the access makes no sense
     * @throws io.verbena.error.SysException if the device refuses it, as for more memory than may be locked
     */
    public MemoryRegion register(ByteBuffer buffer, AccessFlag... access) {
        Set<AccessFlag> flags = checkedAccess(access);
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "the buffer lies in the heap, where the device cannot find it; use ByteBuffer.allocateDirect");
        }
        if (!buffer.hasRemaining()) {
            throw new IllegalArgumentException("the buffer has no bytes between its position and its limit");
        }
        if (buffer.isReadOnly() && flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException("the buffer is read-only, and LOCAL_WRITE lets the device write to it");
        }
        ByteBuffer bytes = buffer.slice();
        return using(
                () -> new MemoryRegion(this, memory().registerMemory(handle, bytes, flags), bytes.capacity(), bytes));
    }

    /**
     * Registers memory that is no buffer, such as that of a native library. The caller keeps it mapped until the region is
     * closed.
     *
     * @throws IllegalArgumentException if there are no bytes, or the access makes no sense
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public MemoryRegion register(long address, long length, AccessFlag... access) {
        Set<AccessFlag> flags = checkedAccess(access);
        if (length <= 0) {
            throw new IllegalArgumentException("a region of " + length + " bytes; it has at least one");
        }
        return using(
                () -> new MemoryRegion(this, memory().registerMemory(handle, address, length, flags), length, null));
    }

    private static Set<AccessFlag> checkedAccess(AccessFlag... access) {
        Set<AccessFlag> flags = EnumSet.noneOf(AccessFlag.class);
        flags.addAll(List.of(access));
        boolean othersWrite = flags.contains(AccessFlag.REMOTE_WRITE) || flags.contains(AccessFlag.REMOTE_ATOMIC);
        if (othersWrite && !flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException(
                    flags + " lets the other side write where this side may not; add LOCAL_WRITE");
        }
        return flags;
    }

    private VerbsMemory memory() {
        return context.driver().memory();
    }

    /** A memory window, to be bound to a region. */
    public MemoryWindow window(WindowType type) {
        return using(() -> new MemoryWindow(this, memory().allocateWindow(handle, type), type));
    }

    /** A way to another port, for datagrams. */
    public AddressHandle addressHandle(AddressVector address) {
        return using(() ->
                new AddressHandle(this, context.driver().queuePairs().createAddressHandle(handle, address), address));
    }

    /**
     * The way back to whom a datagram came from.
     *
     * @param port the port it came in by
     * @param completion of its receive
     * @param header the 40 bytes in front of its payload, from the position of the buffer
     */
    public AddressHandle addressHandle(int port, WorkCompletion completion, ByteBuffer header) {
        RecordMemory copy = context.driver().data().records(HEADER_BYTES);
        copy.bytes().put(0, header, header.position(), HEADER_BYTES);
        return addressHandle(
                using(() -> completion.replyAddress(context.driver().queuePairs(), port, copy)));
    }

    /** A queue of receives that several queue pairs take from. */
    public SharedReceiveQueue sharedReceiveQueue(SharedReceiveQueueAttributes attributes) {
        return SharedReceiveQueue.create(this, attributes);
    }

    /** A queue pair; see {@link QueuePairBuilder}. */
    public QueuePairBuilder queuePair(QueuePairType type) {
        return new QueuePairBuilder(this, type);
    }

    @Override
    int closingRank() {
        return 6;
    }

    @Override
    void destroy() {
        memory().deallocateProtectionDomain(handle);
    }

    @Override
    public String toString() {
        return "ProtectionDomain[" + context + "]";
    }
}
