package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.spi.verbs.DomainMemory;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SharedRegion;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A protection domain: queue pairs can use only the memory of their own domain (IBA 10.2.3; ibv_alloc_pd(3)). */
public final class ProtectionDomain extends VerbsObject {
    private static final int HEADER_BYTES = 40;

    /** SIZE_MAX. */
    private static final long WHOLE = -1;

    private final Context context;

    /** The allocator of a parent domain; 0 without one. */
    private final long allocator;

    ProtectionDomain(Context context, long handle) {
        this(context, List.of(context), handle, 0, VerbsDriver::deallocateProtectionDomain);
    }

    ProtectionDomain(
            Context context,
            List<VerbsObject> owners,
            long handle,
            long allocator,
            ObjLongConsumer<? super VerbsDriver> destruction) {
        super(Rank.DOMAIN, owners, handle, destruction);
        this.context = context;
        this.allocator = allocator;
    }

    /** Returns the open device. */
    public Context context() {
        return context;
    }

    /**
     * Registers a direct buffer, from its position to its limit. The region keeps the buffer reachable until it is closed.
     *
     * @throws IllegalArgumentException if the buffer is not direct or empty, or the access flags are inconsistent
     * @throws io.verbena.error.SysException if the device refuses it, for example because the process may not lock more memory
     */
    public MemoryRegion register(ByteBuffer buffer, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        ByteBuffer bytes = MemoryRegion.checkedMemory(buffer, flags);
        return using(
                () -> new MemoryRegion(this, driver.registerMemory(handle(), bytes, flags), bytes.capacity(), bytes));
    }

    /**
     * Registers a direct buffer, from its position to its limit, under another address, which scatter/gather entries and the
     * peer use.
     *
     * @param named the address of the first byte, which must have the same offset in its page as the buffer
     */
    public MemoryRegion registerAs(long named, ByteBuffer buffer, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        ByteBuffer bytes = MemoryRegion.checkedMemory(buffer, flags);
        return using(() ->
                new MemoryRegion(this, driver.registerMemory(handle(), bytes, named, flags), bytes.capacity(), bytes));
    }

    /**
     * Registers memory by address, such as memory of a native library. The caller must keep it mapped until the region is
     * closed.
     *
     * @throws IllegalArgumentException if the length is not positive, or the access flags are inconsistent
     */
    public MemoryRegion register(long address, long length, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        MemoryRegion.checkedLength(length);
        return using(
                () -> new MemoryRegion(this, driver.registerMemory(handle(), address, length, flags), length, null));
    }

    /**
     * Registers the whole address space of the process, whose pages are fetched when the device accesses them. Scatter/gather
     * entries and the peer use the addresses of the process (ibv_reg_mr(3), implicit on-demand paging).
     *
     * @throws io.verbena.error.UnsupportedException if the device does not support it; see {@link
     *     io.verbena.hca.OnDemandPaging#implicit}
     */
    public MemoryRegion registerEverything(AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        flags.add(AccessFlag.ON_DEMAND);
        return using(
                () -> new MemoryRegion(this, driver.registerMemory(handle(), 0, WHOLE, flags), Long.MAX_VALUE, null));
    }

    /**
     * Registers memory of another device, such as a graphics card (ibv_reg_mr(3), ibv_reg_dmabuf_mr).
     *
     * @param descriptor the file descriptor of the DMA-BUF, which the caller closes
     * @param offset the offset of the region in the DMA-BUF
     * @param length the length in bytes
     * @param named the address of the first byte for scatter/gather entries and the peer, which must have the same offset in its
     *     page as {@code offset}
     */
    public MemoryRegion registerDmaBuf(int descriptor, long offset, long length, long named, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        MemoryRegion.checkedLength(length);
        return using(() -> new MemoryRegion(
                this, driver.registerDmaBuf(handle(), descriptor, offset, length, named, flags), length, null));
    }

    /**
     * Registers a part of device memory, whose first byte has address 0 (ibv_alloc_dm(3), ibv_reg_dm_mr). The region is closed
     * before the memory.
     *
     * @throws IndexOutOfBoundsException if the part exceeds the memory
     */
    public MemoryRegion register(DeviceMemory part, long offset, long length, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        MemoryRegion.checkWithin(offset, MemoryRegion.checkedLength(length), part.length(), part);
        return within(
                part, () -> driver.registerDeviceMemory(handle(), part.handle(), offset, length, flags), length, null);
    }

    /** Registers memory of another object, which is closed after the region. */
    private MemoryRegion within(
            VerbsObject owner, Supplier<Registration> register, long length, @Nullable ByteBuffer memory) {
        requireSameDevice(owner);
        List<VerbsObject> owners = List.of(this, owner);
        return holding(
                owners,
                () -> new MemoryRegion(owners, this, register.get(), length, memory, VerbsDriver::deregisterMemory));
    }

    /**
     * Registers a direct buffer, from its position to its limit, which the device accesses with hints (ibv_reg_mr_ex, ibv_reg_mr(3)).
     * The region is closed before the handle. Requires rdma-core 59.
     */
    public MemoryRegion register(DmaHandle hints, ByteBuffer buffer, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        ByteBuffer bytes = MemoryRegion.checkedMemory(buffer, flags);
        return within(
                hints, () -> driver.registerMemory(handle(), hints.handle(), bytes, flags), bytes.capacity(), bytes);
    }

    /**
     * Registers memory of another device, as {@link #registerDmaBuf(int, long, long, long, AccessFlag...)}, which the device accesses
     * with hints. The region is closed before the handle. Requires rdma-core 59.
     */
    public MemoryRegion registerDmaBuf(
            DmaHandle hints, int descriptor, long offset, long length, long named, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        MemoryRegion.checkedLength(length);
        return within(
                hints,
                () -> driver.registerDmaBuf(handle(), hints.handle(), descriptor, offset, length, named, flags),
                length,
                null);
    }

    /** Allocates a buffer by the method of the driver. Requires rdma-core 64. */
    public DriverBuffer driverBuffer(int length) {
        return DriverBuffer.allocate(this, length);
    }

    /**
     * Registers a part of a buffer of the driver (ibv_reg_buf_mr). The region is closed before the buffer.
     *
     * @throws IndexOutOfBoundsException if the part exceeds the buffer
     */
    public MemoryRegion register(DriverBuffer buffer, int offset, int length, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        MemoryRegion.checkWithin(offset, MemoryRegion.checkedLength(length), buffer.length(), buffer);
        return within(
                buffer,
                () -> driver.registerBuffer(handle(), buffer.handle(), buffer.part(offset, length), flags),
                length,
                null);
    }

    /**
     * Creates a region that discards what is written and reads as zeros, for unwanted parts of a message (ibv_alloc_null_mr(3)).
     * It has only a local key.
     */
    public MemoryRegion nullRegion() {
        return using(() -> new MemoryRegion(this, driver.allocateNullRegion(handle()), Long.MAX_VALUE, null));
    }

    /**
     * Advises the device of the future use of parts of regions with on-demand paging (ibv_advise_mr(3)).
     *
     * @param wait whether to wait until the advice has taken effect
     */
    public void advise(MemoryAdvice advice, boolean wait, MemoryRange... parts) {
        RecordMemory segments = driver.records(Math.max(1, parts.length) * SegmentRecord.SIZE);
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
            driver.adviseMemory(handle(), advice, wait, segments, parts.length);
            return this;
        });
    }

    /**
     * Creates a parent domain, which can replace this domain everywhere and whose objects are used by one thread at a time
     * (ibv_alloc_parent_domain(3)). It is closed before this domain and before the thread domain.
     */
    public ProtectionDomain within(ThreadDomain threads) {
        requireSameDevice(threads);
        return around(List.of(this, threads), threads.handle(), null);
    }

    /** Creates a parent domain, whose objects are used by one thread at a time and take their memory from an allocator. */
    public ProtectionDomain within(ThreadDomain threads, DomainAllocator memory) {
        requireSameDevice(threads);
        return around(List.of(this, threads), threads.handle(), memory);
    }

    /** Creates a parent domain without a thread domain. */
    public ProtectionDomain parentDomain() {
        return around(List.of(this), 0, null);
    }

    /** Creates a parent domain, whose queues take their memory from an allocator until the domain is closed. */
    public ProtectionDomain parentDomain(DomainAllocator memory) {
        return around(List.of(this), 0, memory);
    }

    private ProtectionDomain around(List<VerbsObject> owners, long threads, @Nullable DomainAllocator memory) {
        VerbsDriver domains = driver;
        return holding(owners, () -> {
            long source = memory == null ? 0 : domains.createAllocator(new AllocatorCalls(memory));
            try {
                long parent = domains.allocateParentDomain(handle(), threads, source);
                return new ProtectionDomain(context, owners, parent, source, VerbsDriver::deallocateProtectionDomain);
            } catch (RdmaException e) {
                end(source);
                throw e;
            }
        });
    }

    private void end(long source) {
        if (source != 0) {
            driver.destroyAllocator(source);
        }
    }

    /**
     * Creates an extended completion queue in this parent domain, with its allocator and its thread domain.
     *
     * @param fields the fields that completions report
     * @throws io.verbena.error.SysException with EINVAL if this is not a parent domain and the device requires one
     */
    public CompletionQueue completionQueue(
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            CompletionQueueFlag... use) {
        return CompletionQueue.create(this, handle(), entries, channel, vector, fields, use);
    }

    /** Returns the number by which another process that imported the device imports this domain (ibv_import_pd(3)). */
    public int number() {
        return using(() -> driver.domainNumber(handle()));
    }

    /**
     * Imports a region of this domain that another process registered, by its number (ibv_import_mr(3)). The other process must
     * close it last.
     *
     * @throws io.verbena.error.SysException if there is no such region, or the driver does not support it
     */
    public MemoryRegion importRegion(int number) {
        return using(() -> {
            SharedRegion shared = driver.importRegion(handle(), number);
            return new MemoryRegion(
                    List.of(this), this, shared.registration(), shared.length(), null, VerbsDriver::unimportRegion);
        });
    }

    /** Allocates a memory window, which can be bound to a region. */
    public MemoryWindow window(WindowType type) {
        return using(() -> new MemoryWindow(this, driver.allocateWindow(handle(), type), type));
    }

    /** Creates an address handle for datagrams. */
    public AddressHandle addressHandle(AddressVector address) {
        return using(() -> new AddressHandle(this, driver.createAddressHandle(handle(), address), address));
    }

    /**
     * Creates an address handle for replies to the sender of a datagram.
     *
     * @param port the port at which the datagram arrived
     * @param completion the completion of its receive
     * @param header the 40 bytes before its payload, from the position of the buffer
     * @throws io.verbena.error.SysException with EINVAL if the destination in the header is no address of this port, such as a
     *     multicast group; with EPROTONOSUPPORT if the bytes are not a header
     */
    public AddressHandle addressHandle(int port, WorkCompletion completion, ByteBuffer header) {
        RecordMemory copy = driver.records(HEADER_BYTES);
        copy.bytes().put(0, header, header.position(), HEADER_BYTES);
        return addressHandle(using(() -> completion.replyAddress(driver, port, copy)));
    }

    /** Creates a shared receive queue. */
    public SharedReceiveQueue sharedReceiveQueue(SharedReceiveQueueAttributes attributes) {
        return SharedReceiveQueue.create(this, attributes, SharedReceiveQueueType.BASIC, null, null, 0, 0);
    }

    /**
     * Creates a shared receive queue of extended reliable connections, to which the peers of an XRC domain send by its number.
     *
     * @param completions the queue that reports the completions of its receives
     */
    public SharedReceiveQueue sharedReceiveQueue(
            SharedReceiveQueueAttributes attributes, XrcDomain xrcDomain, CompletionQueue completions) {
        return SharedReceiveQueue.create(this, attributes, SharedReceiveQueueType.XRC, xrcDomain, completions, 0, 0);
    }

    /**
     * Creates a shared receive queue whose receives the device matches by tags; see {@link SharedReceiveQueue#tags}.
     *
     * @param completions the queue that reports the completions of its receives and of changes of its tag list
     */
    public SharedReceiveQueue sharedReceiveQueue(
            SharedReceiveQueueAttributes attributes, TagMatchingSize tags, CompletionQueue completions) {
        return SharedReceiveQueue.create(
                this,
                attributes,
                SharedReceiveQueueType.TAG_MATCHING,
                null,
                completions,
                tags.tags(),
                tags.operations());
    }

    /**
     * Creates a receive work queue, which belongs to no queue pair.
     *
     * @param completions the queue that reports the completions of its receives
     */
    public WorkQueue workQueue(WorkQueueAttributes attributes, CompletionQueue completions) {
        return WorkQueue.create(this, completions, attributes);
    }

    /** Returns a builder of a queue pair. */
    public QueuePairBuilder queuePair(QueuePairType type) {
        return new QueuePairBuilder(this, type);
    }

    @Override
    void destroy() {
        super.destroy();
        end(allocator);
    }

    @Override
    public String toString() {
        return "ProtectionDomain[" + context + "]";
    }

    /** Calls an allocator, and refuses buffers that a device must not write to. */
    private record AllocatorCalls(DomainAllocator allocator) implements DomainMemory {
        @Override
        public Optional<ByteBuffer> allocate(long bytes, long alignment, long resourceType) {
            DomainMemoryRequest request =
                    new DomainMemoryRequest(Math.toIntExact(bytes), Math.toIntExact(alignment), resourceType);
            Optional<ByteBuffer> memory = allocator.allocate(request);
            memory.ifPresent(buffer -> require(buffer, request));
            return memory;
        }

        private static void require(ByteBuffer buffer, DomainMemoryRequest request) {
            if (!buffer.isDirect() || buffer.isReadOnly()) {
                throw new IllegalArgumentException(
                        buffer + " is not direct or cannot be written; a domain takes direct buffers");
            }
            if (buffer.remaining() < request.bytes()) {
                throw new IllegalArgumentException(
                        buffer + " has too few bytes between its position and its limit for " + request);
            }
            if (request.alignment() > 1 && buffer.alignmentOffset(buffer.position(), request.alignment()) != 0) {
                throw new IllegalArgumentException(buffer + " is not aligned at its position for " + request
                        + "; allocate more, and take an alignedSlice");
            }
        }

        @Override
        public void free(ByteBuffer memory) {
            allocator.free(memory);
        }
    }
}
