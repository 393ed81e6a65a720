package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ForkState;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.hca.WindowType;
import io.verbena.iba.WireEnum;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.VerbsMemory;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.RegionChange;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Set;

/** Memory by libibverbs. */
final class LinuxMemory implements io.verbena.spi.verbs.VerbsMemory {
    private static final int CHANGE_MEMORY = 1;
    private static final int CHANGE_DOMAIN = 2;
    private static final int CHANGE_ACCESS = 4;
    private static final int FLUSH = 1;

    private final long context;
    private final VerbsOutcome outcome;

    LinuxMemory(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public long lockableBytes() {
        return LockLimit.bytes(LockLimit.THIS_PROCESS);
    }

    @Override
    public long allocateProtectionDomain() {
        return outcome.handle("ibv_alloc_pd", VerbsMemory.allocPd(context));
    }

    @Override
    public void deallocateProtectionDomain(long domain) {
        outcome.check("ibv_dealloc_pd", VerbsMemory.deallocPd(domain));
    }

    @Override
    public long address(ByteBuffer buffer) {
        return Memory.address(buffer) + buffer.position();
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access) {
        return registerMemory(domain, address(buffer), buffer.remaining(), access);
    }

    @Override
    public Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access) {
        return register(domain, address, length, access.contains(AccessFlag.ZERO_BASED) ? 0 : address, access);
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, long named, Set<AccessFlag> access) {
        return register(domain, address(buffer), buffer.remaining(), named, access);
    }

    private Registration register(long domain, long address, long length, long named, Set<AccessFlag> access) {
        int flags = (int) WireEnum.bitsOf(access);
        return registration(
                outcome.handle("ibv_reg_mr", VerbsMemory.regMr(domain, address, length, named, flags)), named);
    }

    static Registration registration(long region, long named) {
        return new Registration(region, named, VerbsMemory.lkey(region), VerbsMemory.rkey(region));
    }

    @Override
    public Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        int flags = (int) WireEnum.bitsOf(access);
        long region = VerbsMemory.regDmaBufMr(domain, offset, length, named, descriptor, flags);
        return registration(outcome.handle("ibv_reg_dmabuf_mr", region), named);
    }

    @Override
    public Registration allocateNullRegion(long domain) {
        return registration(outcome.handle("ibv_alloc_null_mr", VerbsMemory.allocNullMr(domain)), 0);
    }

    /** The library says that the region is lost, too, where nobody could have touched it: there is no such verb. */
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
            answer = VerbsMemory.reregMr(region, flags, change.domain(), address, change.length(), bits);
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
        try {
            int flags = wait ? FLUSH : 0;
            outcome.check(
                    "ibv_advise_mr", VerbsMemory.adviseMr(domain, advice.code(), flags, segments.address(), count));
        } finally {
            Reference.reachabilityFence(segments);
        }
    }

    @Override
    public void initializeFork() {
        outcome.check("ibv_fork_init", VerbsMemory.forkInit());
    }

    @Override
    public ForkState forkState() {
        return ForkState.of(VerbsMemory.forkStatus());
    }

    @Override
    public void deregisterMemory(long region) {
        outcome.check("ibv_dereg_mr", VerbsMemory.deregMr(region));
    }

    @Override
    public long allocateWindow(long domain, WindowType type) {
        return outcome.handle("ibv_alloc_mw", VerbsMemory.allocMw(domain, type.code()));
    }

    @Override
    public int windowKey(long window) {
        return VerbsMemory.windowRkey(window);
    }

    @Override
    public void deallocateWindow(long window) {
        outcome.check("ibv_dealloc_mw", VerbsMemory.deallocMw(window));
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
                "ibv_bind_mw", VerbsMemory.bindMw(queuePair, window, id, sendFlags, region, address, length, flags));
    }
}
