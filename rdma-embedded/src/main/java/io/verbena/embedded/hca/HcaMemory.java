package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.memory.Region;
import io.verbena.embedded.hca.memory.Window;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.Requests;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ForkState;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.WindowType;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.RegionChange;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.VerbsData;
import io.verbena.spi.verbs.VerbsMemory;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Memory: direct buffers, each by addresses that no other has in this JVM. */
final class HcaMemory implements VerbsMemory {
    private static final long PAGE = 4096;

    /** Above all that a process maps, so that nobody takes such an address for one of memory. */
    private static final AtomicLong NEXT_ADDRESS = new AtomicLong(1L << 56);

    private final Adapter adapter;
    private final HcaDomains domains;
    private final Refusals refusals;

    HcaMemory(Adapter adapter, HcaDomains domains, Refusals refusals) {
        this.adapter = adapter;
        this.domains = domains;
        this.refusals = refusals;
    }

    @Override
    public long allocateProtectionDomain() {
        return domains.allocate();
    }

    @Override
    public void deallocateProtectionDomain(long domain) {
        domains.deallocate(domain);
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
        if (access.contains(AccessFlag.ON_DEMAND) || access.contains(AccessFlag.HUGE_TLB)) {
            throw refusals.unsupported("ibv_reg_mr");
        }
        Region region =
                adapter.keys().register(refusals, domains.domain(domain), buffer, named, (int) WireEnum.bitsOf(access));
        return new Registration(region.number(), region.address(), region.key(), region.key());
    }

    @Override
    public Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        throw refusals.unsupported("ibv_reg_dmabuf_mr");
    }

    @Override
    public Registration allocateNullRegion(long domain) {
        throw refusals.unsupported("ibv_alloc_null_mr");
    }

    @Override
    public Reregistration reregisterMemory(long region, RegionChange change) {
        throw refusals.unsupported("ibv_rereg_mr");
    }

    @Override
    public void adviseMemory(long domain, MemoryAdvice advice, boolean wait, RecordMemory segments, int count) {
        throw refusals.unsupported("ibv_advise_mr");
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
        Region closing = adapter.keys().region(region);
        adapter.keys().remove(region);
        closing.close();
    }

    @Override
    public long allocateWindow(long domain, WindowType type) {
        return adapter.keys().window(refusals, domains.domain(domain), type).number();
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
        Window bound = adapter.keys().windowAt(window);
        RecordMemory request = Requests.bind(
                id, sendFlags, window, bound.nextKey(), region, address, length, (int) WireEnum.bitsOf(access));
        long outcome = adapter.queuePairs()
                .get(queuePair)
                .postSend(request, request.bytes().capacity(), 1, false);
        if (VerbsData.errno(outcome) != 0) {
            throw refusals.refuse("ibv_bind_mw", VerbsData.errno(outcome), "the queue pair does not take it");
        }
    }
}
