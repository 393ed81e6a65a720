package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.NullRegion;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Region;
import io.verbena.embedded.hca.memory.RegionWindow;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.SendRecords;
import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.DmaHints;
import io.verbena.hca.ForkState;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.hca.WindowType;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.AllocatedBuffer;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.DomainMemory;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.RegionChange;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.SharedRegion;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Domains, memory regions over direct buffers, memory of the device, buffers of the driver, and objects that programs share.
 * Handles for hints have no effect.
 */
abstract class HcaMemory extends HcaQueries {
    private static final long PAGE = 4096;

    /** The next address of a region, above all addresses that a process maps. */
    private static final AtomicLong NEXT_ADDRESS = new AtomicLong(1L << 56);

    private final NumberTable<Integer> threadDomains = new NumberTable<>(1, MAX_OBJECTS);

    /** The exported memory of all adapters in this JVM by its descriptor, which no file of the process has. */
    private static final Map<Integer, ByteBuffer> EXPORTED = new ConcurrentHashMap<>();

    private static final AtomicInteger NEXT_DESCRIPTOR = new AtomicInteger(1 << 28);

    private final NumberTable<DmaHints> handles = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<ByteBuffer> buffers = new NumberTable<>(1, MAX_OBJECTS);

    HcaMemory(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    Domain domain(long number) {
        return file.domains.get(number);
    }

    @Override
    public long allocateThreadDomain() {
        return threadDomains.add(refusals, "ibv_alloc_td", Integer::valueOf);
    }

    @Override
    public void deallocateThreadDomain(long threads) {
        threadDomains.remove(threads);
    }

    @Override
    public long allocateParentDomain(long domain, long threads, long allocator) {
        return file.domains.put(refusals, "ibv_alloc_parent_domain", new Domain(domain(domain)));
    }

    @Override
    public long createAllocator(DomainMemory memory) {
        throw refusals.unsupported(
                "ibv_alloc_parent_domain",
                "the queues of an embedded device lie in the heap of the JVM; call parentDomain() without an allocator");
    }

    @Override
    public long allocateProtectionDomain() {
        return file.domains.put(refusals, "ibv_alloc_pd", new Domain(null));
    }

    @Override
    public void deallocateProtectionDomain(long domain) {
        file.domains.remove(domain);
    }

    /** A page lies between two, so that what runs over the end of one does not reach the next. */
    private static long address(int length) {
        return NEXT_ADDRESS.getAndAdd((length + 2 * PAGE - 1) / PAGE * PAGE + PAGE);
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access) {
        boolean fromZero = access.contains(AccessFlag.ZERO_BASED);
        return registerMemory(domain, buffer, fromZero ? 0 : address(buffer.remaining()), access);
    }

    @Override
    public Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access) {
        throw refusals.unsupported(
                "ibv_reg_mr", "an embedded device reaches direct buffers only; register a ByteBuffer");
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, long named, Set<AccessFlag> access) {
        requireAccess("ibv_reg_mr", access);
        Region region = adapter.keys().register(refusals, domain(domain), buffer, named, (int) WireEnum.bitsOf(access));
        return registration(region);
    }

    /** Memory is never pinned, so that all of it is used on demand. There are no huge pages, and none that survive a power loss. */
    private void requireAccess(String call, Set<AccessFlag> access) {
        if (access.contains(AccessFlag.HUGE_TLB) || access.contains(AccessFlag.FLUSH_PERSISTENT)) {
            throw unsupported(call);
        }
    }

    static Registration registration(Region region) {
        return new Registration(region.number(), region.address(), region.key(), region.key());
    }

    @Override
    public Registration allocateNullRegion(long domain) {
        NullRegion region = adapter.keys().nullRegion(refusals, domain(domain));
        return new Registration(region.number(), 0, region.key(), region.key());
    }

    @Override
    public Reregistration reregisterMemory(long number, RegionChange change) {
        Region region = adapter.keys().findRegion(number);
        ByteBuffer buffer = change.buffer();
        if (region == null || (change.length() != 0 && buffer == null)) {
            throw refusals.unsupported(
                    "ibv_rereg_mr", "an embedded device changes regions over direct buffers only; pass a ByteBuffer");
        }
        Set<AccessFlag> access = change.access();
        if (access != null) {
            requireAccess("ibv_rereg_mr", access);
        }
        int bits = access == null ? region.access() : (int) WireEnum.bitsOf(access);
        boolean fromZero = (bits & AccessFlag.ZERO_BASED.code()) != 0;
        region.change(
                change.domain() == 0 ? null : domain(change.domain()),
                buffer,
                buffer == null || fromZero ? 0 : address(buffer.remaining()),
                bits);
        return new Reregistration(ReregistrationOutcome.CHANGED, 0, registration(region));
    }

    /** Checks the range only: memory that is used on demand is always there. */
    @Override
    public void adviseMemory(long domain, MemoryAdvice advice, boolean wait, RecordMemory segments, int count) {
        ScatterGatherList named = new ScatterGatherList(adapter.keys(), domain(domain), 0, count);
        boolean known = named.addAll(segments.bytes(), 0, count, 0);
        named.clear();
        if (!known) {
            throw refusals.invalid("ibv_advise_mr", "a range is not within a region of this protection domain");
        }
    }

    @Override
    public void initializeFork() {
        // Nothing is pinned that a fork could take away.
    }

    @Override
    public ForkState forkState() {
        return ForkState.UNNEEDED;
    }

    @Override
    public void deregisterMemory(long region) {
        adapter.keys().remove(region);
    }

    @Override
    public long allocateWindow(long domain, WindowType type) {
        return adapter.keys().window(refusals, domain(domain), type).number();
    }

    @Override
    public int windowKey(long window) {
        return adapter.keys().windowAt(window).key();
    }

    @Override
    public void deallocateWindow(long window) {
        adapter.keys().remove(window);
    }

    @Override
    public void bindWindow(
            long queuePair,
            long window,
            long id,
            int sendFlags,
            long region,
            long address,
            long length,
            Set<AccessFlag> access) {
        RegionWindow bound = adapter.keys().windowAt(window);
        RecordMemory request = SendRecords.bind(
                id, sendFlags, window, bound.nextKey(), region, address, length, (int) WireEnum.bitsOf(access));
        long outcome =
                adapter.queuePair(queuePair).postSend(request, request.bytes().capacity(), 1, false);
        if (DataPath.errno(outcome) != 0) {
            throw refusals.refuse("ibv_bind_mw", DataPath.errno(outcome), "the queue pair does not take it");
        }
    }

    private ByteBuffer deviceMemory(String call, long memory) {
        ByteBuffer bytes = file.deviceMemory.find((int) memory);
        if (bytes == null) {
            throw refusals.invalid(call, "the device has no memory with the number " + memory);
        }
        return bytes;
    }

    private ByteBuffer part(String call, long memory, long offset, long length) {
        ByteBuffer bytes = deviceMemory(call, memory);
        if (offset < 0 || length < 0 || offset > bytes.capacity() - length) {
            throw refusals.invalid(
                    call,
                    length + " bytes from offset " + offset + " are not in the " + bytes.capacity()
                            + " bytes of this device memory");
        }
        return bytes.slice((int) offset, (int) length);
    }

    @Override
    public long allocateDeviceMemory(long length, int alignment) {
        if (length < 1 || alignment < 0 || alignment >= Integer.SIZE) {
            throw refusals.invalid("ibv_alloc_dm", "the length is at least 1, and the alignment a power of 2");
        }
        if (!file.reserve(length, MAX_DEVICE_MEMORY)) {
            throw refusals.refuse(
                    "ibv_alloc_dm",
                    Errno.ENOMEM,
                    "the device has " + MAX_DEVICE_MEMORY + " bytes of memory; free some, or request less");
        }
        return file.deviceMemory.put(refusals, "ibv_alloc_dm", ByteBuffer.allocateDirect((int) length));
    }

    @Override
    public void freeDeviceMemory(long memory) {
        ByteBuffer bytes = file.deviceMemory.remove(memory);
        withdraw(bytes);
        file.release(bytes.capacity());
    }

    @Override
    public Registration registerDeviceMemory(
            long domain, long memory, long offset, long length, Set<AccessFlag> access) {
        ByteBuffer bytes = part("ibv_reg_dm_mr", memory, offset, length);
        return registration(adapter.keys().register(refusals, domain(domain), bytes, 0, (int) WireEnum.bitsOf(access)));
    }

    @Override
    public void writeDeviceMemory(long memory, long offset, ByteBuffer from) {
        part("ibv_memcpy_to_dm", memory, offset, from.remaining()).put(from.duplicate());
    }

    @Override
    public void readDeviceMemory(long memory, long offset, ByteBuffer to) {
        to.duplicate().put(part("ibv_memcpy_from_dm", memory, offset, to.remaining()));
    }

    @Override
    public int descriptor() {
        return file.descriptor;
    }

    @Override
    public int domainNumber(long domain) {
        return (int) domain;
    }

    @Override
    public int regionNumber(long region) {
        return (int) region;
    }

    @Override
    public int deviceMemoryNumber(long memory) {
        return (int) memory;
    }

    @Override
    public long importDomain(int number) {
        if (file.domains.find(number) == null) {
            throw refusals.invalid("ibv_import_pd", "the device has no protection domain with the number " + number);
        }
        return number;
    }

    @Override
    public void unimportDomain(long domain) {
        // Its owner keeps it.
    }

    @Override
    public SharedRegion importRegion(long domain, int number) {
        Region region = adapter.keys().findRegion(number);
        if (region == null || !region.isIn(domain(domain))) {
            throw refusals.invalid("ibv_import_mr", "the protection domain has no region with the number " + number);
        }
        return new SharedRegion(registration(region), region.length());
    }

    @Override
    public void unimportRegion(long region) {
        // Its owner keeps it.
    }

    @Override
    public long importDeviceMemory(int number) {
        deviceMemory("ibv_import_dm", number);
        return number;
    }

    @Override
    public void unimportDeviceMemory(long memory) {
        // Its owner keeps it.
    }

    @Override
    public long allocateDmaHandle(DmaHints hints) {
        return handles.put(refusals, "ibv_alloc_dmah", hints);
    }

    @Override
    public void deallocateDmaHandle(long handle) {
        handles.remove(handle);
    }

    @Override
    public Registration registerMemory(long domain, long handle, ByteBuffer buffer, Set<AccessFlag> access) {
        handles.get(handle);
        return registerMemory(domain, buffer, access);
    }

    @Override
    public Registration registerDmaBuf(
            long domain, long handle, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        handles.get(handle);
        return registerDmaBuf(domain, descriptor, offset, length, named, access);
    }

    @Override
    public Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        ByteBuffer memory = EXPORTED.get(descriptor);
        if (memory == null) {
            throw refusals.unsupported(
                    "ibv_reg_dmabuf_mr",
                    "an embedded device reaches only memory that embedded devices exported; pass a descriptor of exportDmaBuf");
        }
        if (offset < 0 || offset > memory.capacity() - length) {
            throw refusals.invalid(
                    "ibv_reg_dmabuf_mr",
                    length + " bytes from offset " + offset + " are not in the " + memory.capacity()
                            + " bytes of the memory");
        }
        return registerMemory(domain, memory.slice((int) offset, (int) length), named, access);
    }

    private static int export(ByteBuffer memory) {
        int descriptor = NEXT_DESCRIPTOR.getAndIncrement();
        EXPORTED.put(descriptor, memory);
        return descriptor;
    }

    /** Ends the descriptors of this memory, which is compared by identity: other memory may contain the same bytes. */
    @SuppressWarnings("ReferenceEquality")
    private static void withdraw(ByteBuffer memory) {
        EXPORTED.values().removeIf(exported -> exported == memory);
    }

    @Override
    public int exportDeviceMemory(long memory) {
        return export(file.deviceMemory.get(memory));
    }

    @Override
    public AllocatedBuffer allocateBuffer(long domain, long length) {
        domain(domain);
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) length);
        return new AllocatedBuffer(buffers.put(refusals, "ibv_alloc_buf", buffer), buffer);
    }

    @Override
    public void freeBuffer(long buffer) {
        withdraw(buffers.remove(buffer));
    }

    @Override
    public Registration registerBuffer(long domain, long buffer, ByteBuffer part, Set<AccessFlag> access) {
        buffers.get(buffer);
        return registerMemory(domain, part, access);
    }

    @Override
    public int exportBuffer(long buffer) {
        return export(buffers.get(buffer));
    }
}
