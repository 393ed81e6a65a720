package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ForkState;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.hca.WindowType;
import io.verbena.iba.WireEnum;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.IbvAllocator;
import io.verbena.jni.verbs.IbvMemory;
import io.verbena.spi.verbs.DomainMemory;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.RegionChange;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.SharedRegion;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Set;

/** Domains, memory regions, memory windows and device memory by libibverbs, and sharing them between processes. */
abstract class LinuxMemory extends LinuxQueries {
    private static final int CHANGE_MEMORY = 1;
    private static final int CHANGE_DOMAIN = 2;
    private static final int CHANGE_ACCESS = 4;
    private static final int FLUSH = 1;

    LinuxMemory(String device, long context) {
        super(device, context);
    }

    @Override
    public long lockableBytes() {
        return LockLimit.bytes(LockLimit.THIS_PROCESS);
    }

    @Override
    public long allocateProtectionDomain() {
        return outcome.handle("ibv_alloc_pd", IbvMemory.allocPd(context));
    }

    @Override
    public void deallocateProtectionDomain(long domain) {
        outcome.check("ibv_dealloc_pd", IbvMemory.deallocPd(domain));
    }

    @Override
    public long address(ByteBuffer buffer) {
        return Memory.address(buffer) + buffer.position();
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access) {
        try {
            return registerMemory(domain, address(buffer), buffer.remaining(), access);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    @Override
    public Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access) {
        return register(domain, address, length, access.contains(AccessFlag.ZERO_BASED) ? 0 : address, access);
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, long named, Set<AccessFlag> access) {
        try {
            return register(domain, address(buffer), buffer.remaining(), named, access);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    private Registration register(long domain, long address, long length, long named, Set<AccessFlag> access) {
        int flags = (int) WireEnum.bitsOf(access);
        return registration(
                outcome.handle("ibv_reg_mr", IbvMemory.regMr(domain, address, length, named, flags)), named);
    }

    static Registration registration(long region, long named) {
        return new Registration(region, named, IbvMemory.lkey(region), IbvMemory.rkey(region));
    }

    @Override
    public Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        int flags = (int) WireEnum.bitsOf(access);
        long region = IbvMemory.regDmaBufMr(domain, offset, length, named, descriptor, flags);
        return registration(outcome.handle("ibv_reg_dmabuf_mr", region), named);
    }

    @Override
    public Registration allocateNullRegion(long domain) {
        return registration(outcome.handle("ibv_alloc_null_mr", IbvMemory.allocNullMr(domain)), 0);
    }

    /** Detects an unsupported verb, for which the library reports a lost region although the region is unchanged. */
    @Override
    public Reregistration reregisterMemory(long region, RegionChange change) {
        ByteBuffer buffer = change.buffer();
        long address = buffer == null ? change.address() : Memory.address(buffer) + buffer.position();
        Set<AccessFlag> access = change.access();
        int flags = (change.length() == 0 ? 0 : CHANGE_MEMORY)
                | (change.domain() == 0 ? 0 : CHANGE_DOMAIN)
                | (access == null ? 0 : CHANGE_ACCESS);
        int bits = access == null ? 0 : (int) WireEnum.bitsOf(access);
        int answer;
        try {
            answer = IbvMemory.reregMr(region, flags, change.domain(), address, change.length(), bits);
        } finally {
            Reference.reachabilityFence(buffer);
        }
        int errno = answer & 0xffff;
        if (errno == Errno.EOPNOTSUPP || errno == Errno.ENOSYS) {
            outcome.check("ibv_rereg_mr", -errno);
        }
        return new Reregistration(
                ReregistrationOutcome.of(answer >>> 16),
                answer == 0 ? 0 : errno == 0 ? Errno.EINVAL : errno,
                registration(region, address));
    }

    @Override
    public void adviseMemory(long domain, MemoryAdvice advice, boolean wait, RecordMemory segments, int count) {
        int flags = wait ? FLUSH : 0;
        outcome.check(
                "ibv_advise_mr", IbvMemory.adviseMr(domain, advice.code(), flags, segments.address(), count), segments);
    }

    @Override
    public void initializeFork() {
        outcome.check("ibv_fork_init", IbvMemory.forkInit());
    }

    @Override
    public ForkState forkState() {
        return ForkState.of(IbvMemory.forkStatus());
    }

    @Override
    public void deregisterMemory(long region) {
        outcome.check("ibv_dereg_mr", IbvMemory.deregMr(region));
    }

    @Override
    public long allocateWindow(long domain, WindowType type) {
        return outcome.handle("ibv_alloc_mw", IbvMemory.allocMw(domain, type.code()));
    }

    @Override
    public int windowKey(long window) {
        return IbvMemory.windowRkey(window);
    }

    @Override
    public void deallocateWindow(long window) {
        outcome.check("ibv_dealloc_mw", IbvMemory.deallocMw(window));
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
        int flags = (int) WireEnum.bitsOf(access);
        outcome.check(
                "ibv_bind_mw", IbvMemory.bindMw(queuePair, window, id, sendFlags, region, address, length, flags));
    }

    @Override
    public long allocateThreadDomain() {
        return outcome.handle("ibv_alloc_td", IbvMemory.allocTd(context));
    }

    @Override
    public void deallocateThreadDomain(long threads) {
        outcome.check("ibv_dealloc_td", IbvMemory.deallocTd(threads));
    }

    @Override
    public long allocateParentDomain(long domain, long threads, long allocator) {
        return outcome.handle(
                "ibv_alloc_parent_domain", IbvMemory.allocParentDomain(context, domain, threads, allocator));
    }

    @Override
    public long createAllocator(DomainMemory memory) {
        return outcome.handle("ibv_alloc_parent_domain", IbvAllocator.create(new LinuxAllocator(memory, outcome)));
    }

    @Override
    public void destroyAllocator(long allocator) {
        IbvAllocator.destroy(allocator);
    }

    @Override
    public long openXrcDomain(String file, boolean create, boolean exclusive) {
        long domain = IbvMemory.openXrcd(context, file.isEmpty() ? null : file, create ? 1 : 0, exclusive ? 1 : 0);
        return outcome.handle("ibv_open_xrcd", domain);
    }

    @Override
    public void closeXrcDomain(long domain) {
        outcome.check("ibv_close_xrcd", IbvMemory.closeXrcd(domain));
    }

    @Override
    public long allocateDeviceMemory(long length, int alignment) {
        return outcome.handle("ibv_alloc_dm", IbvMemory.allocDm(context, length, alignment));
    }

    @Override
    public void freeDeviceMemory(long memory) {
        outcome.check("ibv_free_dm", IbvMemory.freeDm(memory));
    }

    @Override
    public Registration registerDeviceMemory(
            long domain, long memory, long offset, long length, Set<AccessFlag> access) {
        int flags = (int) WireEnum.bitsOf(access) | AccessFlag.ZERO_BASED.code();
        long region = IbvMemory.regDmMr(domain, memory, offset, length, flags);
        return registration(outcome.handle("ibv_reg_dm_mr", region), 0);
    }

    @Override
    public void writeDeviceMemory(long memory, long offset, ByteBuffer from) {
        long address = Memory.address(from) + from.position();
        outcome.check("ibv_memcpy_to_dm", IbvMemory.writeDm(memory, offset, address, from.remaining()), from);
    }

    @Override
    public void readDeviceMemory(long memory, long offset, ByteBuffer to) {
        long address = Memory.address(to) + to.position();
        outcome.check("ibv_memcpy_from_dm", IbvMemory.readDm(memory, offset, address, to.remaining()), to);
    }

    @Override
    public int domainNumber(long domain) {
        return IbvMemory.pdNumber(domain);
    }

    @Override
    public int regionNumber(long region) {
        return IbvMemory.mrNumber(region);
    }

    @Override
    public int deviceMemoryNumber(long memory) {
        return outcome.check("ibv_alloc_dm", IbvMemory.dmNumber(memory));
    }

    @Override
    public long importDomain(int number) {
        return outcome.handle("ibv_import_pd", IbvMemory.importPd(context, number));
    }

    @Override
    public void unimportDomain(long domain) {
        IbvMemory.unimportPd(domain);
    }

    @Override
    public SharedRegion importRegion(long domain, int number) {
        long region = outcome.handle("ibv_import_mr", IbvMemory.importMr(domain, number));
        return new SharedRegion(registration(region, IbvMemory.mrAddress(region)), IbvMemory.mrLength(region));
    }

    @Override
    public void unimportRegion(long region) {
        IbvMemory.unimportMr(region);
    }

    @Override
    public long importDeviceMemory(int number) {
        return outcome.handle("ibv_import_dm", IbvMemory.importDm(context, number));
    }

    @Override
    public void unimportDeviceMemory(long memory) {
        IbvMemory.unimportDm(memory);
    }
}
