package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SharedRegion;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What belongs together: memory can be used only by queue pairs of the same domain (IBA 10.2.3). */
public final class ProtectionDomain extends VerbsObject {
    private static final int HEADER_BYTES = 40;

    /** SIZE_MAX. */
    private static final long WHOLE = -1;

    private final Context context;
    private final long handle;

    /** It is of another process. */
    private final boolean imported;

    /** Where a parent domain takes memory; else 0. */
    private final long allocator;

    ProtectionDomain(Context context, long handle) {
        this(context, List.of(context), handle, false, 0);
    }

    private ProtectionDomain(Context context, List<VerbsObject> owners, long handle, boolean imported, long allocator) {
        super(owners);
        this.context = context;
        this.handle = handle;
        this.imported = imported;
        this.allocator = allocator;
    }

    static ProtectionDomain imported(Context context, int number) {
        return context.using(() ->
                new ProtectionDomain(context, List.of(context), context.driver().importDomain(number), true, 0));
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
        Set<AccessFlag> flags = MemoryChecks.access(access);
        ByteBuffer bytes = MemoryChecks.buffer(buffer, flags);
        return using(
                () -> new MemoryRegion(this, driver().registerMemory(handle, bytes, flags), bytes.capacity(), bytes));
    }

    /**
     * The same, whose first byte has this name instead of its address, for segments of this side and for the other side.
     *
     * @param named has the same offset in a page as the buffer
     */
    public MemoryRegion registerAs(long named, ByteBuffer buffer, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryChecks.access(access);
        ByteBuffer bytes = MemoryChecks.buffer(buffer, flags);
        return using(() ->
                new MemoryRegion(this, driver().registerMemory(handle, bytes, named, flags), bytes.capacity(), bytes));
    }

    /**
     * Registers memory that is no buffer, such as that of a native library. The caller keeps it mapped until the region is
     * closed.
     *
     * @throws IllegalArgumentException if there are no bytes, or the access makes no sense
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public MemoryRegion register(long address, long length, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryChecks.access(access);
        MemoryChecks.length(length);
        return using(
                () -> new MemoryRegion(this, driver().registerMemory(handle, address, length, flags), length, null));
    }

    /**
     * Registers all that the process has, and will have: pages are fetched when the device wants them. Segments and the
     * other side use the addresses of the process (ibv_reg_mr(3), implicit on-demand paging).
     *
     * @throws io.verbena.error.UnsupportedException if the device cannot; see {@link
     *     io.verbena.hca.OnDemandPaging#implicit}
     */
    public MemoryRegion registerEverything(AccessFlag... access) {
        Set<AccessFlag> flags = MemoryChecks.access(access);
        flags.add(AccessFlag.ON_DEMAND);
        return using(
                () -> new MemoryRegion(this, driver().registerMemory(handle, 0, WHOLE, flags), Long.MAX_VALUE, null));
    }

    /**
     * Registers memory of another device, such as a graphics card (ibv_reg_mr(3), ibv_reg_dmabuf_mr).
     *
     * @param descriptor the descriptor of its DMA-BUF, which stays the caller's
     * @param offset where the region begins in the DMA-BUF
     * @param length its bytes
     * @param named what segments and the other side call its first byte; has the same offset in a page as {@code offset}
     * @throws io.verbena.error.UnsupportedException if the device cannot
     */
    public MemoryRegion registerDmaBuf(int descriptor, long offset, long length, long named, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryChecks.access(access);
        MemoryChecks.length(length);
        return using(() -> new MemoryRegion(
                this, driver().registerDmaBuf(handle, descriptor, offset, length, named, flags), length, null));
    }

    /**
     * Registers a part of memory of the device itself; its first byte is called 0 (ibv_alloc_dm(3), ibv_reg_dm_mr). It is
     * closed before that memory is.
     *
     * @throws IndexOutOfBoundsException if the part is not within the memory
     */
    public MemoryRegion register(DeviceMemory part, long offset, long length, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryChecks.access(access);
        requireSameDevice(part);
        MemoryChecks.within(offset, MemoryChecks.length(length), part.length(), part);
        List<VerbsObject> owners = List.of(this, part);
        return holding(
                owners,
                () -> new MemoryRegion(
                        owners,
                        this,
                        context.driver().registerDeviceMemory(handle, part.handle(), offset, length, flags),
                        length,
                        null));
    }

    /**
     * A region that drops what is written, and reads as zeros, for the parts of a message that nobody wants
     * (ibv_alloc_null_mr(3)). It has a local key only.
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public MemoryRegion nullRegion() {
        return using(() -> new MemoryRegion(this, driver().allocateNullRegion(handle), Long.MAX_VALUE, null));
    }

    /**
     * Says how parts of regions that are fetched on demand will be used (ibv_advise_mr(3)).
     *
     * @param wait whether to wait until the device heeds it
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public void advise(MemoryAdvice advice, boolean wait, MemoryRange... parts) {
        RecordMemory segments = context.driver().records(Math.max(1, parts.length) * SegmentRecord.SIZE);
        List<VerbsObject> used = new ArrayList<>(List.of(this));
        for (int i = 0; i < parts.length; i++) {
            MemoryRegion region = parts[i].region();
            requireSameDevice(region);
            used.add(region);
            int at = i * SegmentRecord.SIZE;
            segments.bytes()
                    .putLong(at + SegmentRecord.ADDRESS, region.address(parts[i].offset(), parts[i].length()))
                    .putInt(at + SegmentRecord.LENGTH, parts[i].length())
                    .putInt(at + SegmentRecord.LOCAL_KEY, region.localKey());
        }
        holding(used, () -> {
            driver().adviseMemory(handle, advice, wait, segments, parts.length);
            return this;
        });
    }

    /**
     * A domain around this one, that can be used wherever this can: what is made in it is used by one thread at a time
     * (ibv_alloc_parent_domain(3)). It is closed before this is, and before the thread domain.
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public ProtectionDomain within(ThreadDomain threads) {
        requireSameDevice(threads);
        return around(List.of(this, threads), threads.handle(), null);
    }

    /** The same, where the memory of what is made in it is of this allocator. */
    public ProtectionDomain within(ThreadDomain threads, DomainAllocator memory) {
        requireSameDevice(threads);
        return around(List.of(this, threads), threads.handle(), memory);
    }

    /** A domain around this one, without a thread domain. */
    public ProtectionDomain parentDomain() {
        return around(List.of(this), 0, null);
    }

    /**
     * A domain around this one, where the driver takes the memory of the queues that are made in it from this allocator; it is
     * used until the domain is closed.
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public ProtectionDomain parentDomain(DomainAllocator memory) {
        return around(List.of(this), 0, memory);
    }

    private ProtectionDomain around(List<VerbsObject> owners, long threads, @Nullable DomainAllocator memory) {
        VerbsDriver domains = context.driver();
        return holding(owners, () -> {
            long source = memory == null ? 0 : domains.createAllocator(new AllocatorCalls(memory));
            try {
                long parent = domains.allocateParentDomain(handle, threads, source);
                return new ProtectionDomain(context, owners, parent, false, source);
            } catch (RdmaException e) {
                end(source);
                throw e;
            }
        });
    }

    private void end(long source) {
        if (source != 0) {
            context.driver().destroyAllocator(source);
        }
    }

    /**
     * An extended completion queue in this parent domain: with its memory, and for its threads.
     *
     * @param fields what its completions tell
     * @throws io.verbena.error.SysException with EINVAL if this is no parent domain, and the device minds
     */
    public CompletionQueue completionQueue(
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            CompletionQueueFlag... use) {
        return CompletionQueue.create(context, this, entries, channel, vector, fields, use);
    }

    /** The number by which another process that imported the device imports this (ibv_import_pd(3)). */
    public int number() {
        return using(() -> context.driver().domainNumber(handle));
    }

    /**
     * The region of this domain that another process registered, by its number (ibv_import_mr(3)). Closing it leaves it to
     * that process, which must not close it before.
     *
     * @throws io.verbena.error.SysException if there is none, or the driver cannot
     */
    public MemoryRegion importRegion(int number) {
        return using(() -> {
            SharedRegion shared = context.driver().importRegion(handle, number);
            return MemoryRegion.imported(this, shared);
        });
    }

    /** A memory window, to be bound to a region. */
    public MemoryWindow window(WindowType type) {
        return using(() -> new MemoryWindow(this, driver().allocateWindow(handle, type), type));
    }

    /** A way to another port, for datagrams. */
    public AddressHandle addressHandle(AddressVector address) {
        return using(() -> new AddressHandle(this, context.driver().createAddressHandle(handle, address), address));
    }

    /**
     * The way back to whom a datagram came from.
     *
     * @param port the port it came in by
     * @param completion of its receive
     * @param header the 40 bytes in front of its payload, from the position of the buffer: those of its own receive
     * @throws io.verbena.error.SysException with EINVAL if the header says no address of this port, as that of a datagram to
     *     a group; EPROTONOSUPPORT if it is none
     */
    public AddressHandle addressHandle(int port, WorkCompletion completion, ByteBuffer header) {
        RecordMemory copy = context.driver().records(HEADER_BYTES);
        copy.bytes().put(0, header, header.position(), HEADER_BYTES);
        return addressHandle(using(() -> completion.replyAddress(context.driver(), port, copy)));
    }

    /** A queue of receives that several queue pairs take from. */
    public SharedReceiveQueue sharedReceiveQueue(SharedReceiveQueueAttributes attributes) {
        return SharedReceiveQueue.create(this, attributes);
    }

    /**
     * A queue of receives of extended reliable connections, which those of an XRC domain are sent to by its number.
     *
     * @param completions where its receives are completed
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public SharedReceiveQueue sharedReceiveQueue(
            SharedReceiveQueueAttributes attributes, XrcDomain xrcDomain, CompletionQueue completions) {
        return SharedReceiveQueue.create(this, attributes, xrcDomain, completions);
    }

    /**
     * A queue of receives that the device matches by tags; see {@link SharedReceiveQueue#tags}.
     *
     * @param completions where its changes and its receives are completed
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public SharedReceiveQueue sharedReceiveQueue(
            SharedReceiveQueueAttributes attributes, TagMatchingSize tags, CompletionQueue completions) {
        return SharedReceiveQueue.create(this, attributes, tags, completions);
    }

    /**
     * A queue of receives that is of no queue pair.
     *
     * @param completions where its receives are completed
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public WorkQueue workQueue(WorkQueueAttributes attributes, CompletionQueue completions) {
        return WorkQueue.create(this, completions, attributes);
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
        if (imported) {
            context.driver().unimportDomain(handle);
        } else {
            driver().deallocateProtectionDomain(handle);
            end(allocator);
        }
    }

    @Override
    public String toString() {
        return "ProtectionDomain[" + context + "]";
    }
}
