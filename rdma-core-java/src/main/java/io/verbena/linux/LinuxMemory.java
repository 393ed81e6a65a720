package io.verbena.linux;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.WindowType;
import io.verbena.iba.WireEnum;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.VerbsMemory;
import io.verbena.spi.verbs.Registration;
import java.nio.ByteBuffer;
import java.util.Set;

/** Memory by libibverbs. */
final class LinuxMemory implements io.verbena.spi.verbs.VerbsMemory {
    private final long context;
    private final VerbsOutcome outcome;

    LinuxMemory(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
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
    public Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access) {
        return registerMemory(domain, Memory.address(buffer) + buffer.position(), buffer.remaining(), access);
    }

    @Override
    public Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access) {
        long iova = access.contains(AccessFlag.ZERO_BASED) ? 0 : address;
        int flags = (int) WireEnum.bitsOf(access);
        long region = outcome.handle("ibv_reg_mr", VerbsMemory.regMr(domain, address, length, iova, flags));
        return new Registration(region, address, VerbsMemory.lkey(region), VerbsMemory.rkey(region));
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
