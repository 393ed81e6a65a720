package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Region;
import io.verbena.embedded.hca.memory.RegionWindow;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.SendRecords;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ForkState;
import io.verbena.hca.WindowType;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.Registration;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Domains, and memory regions over direct buffers. Each region has addresses that no other region in this JVM has. */
abstract class HcaMemory extends HcaQueries {
    private static final long PAGE = 4096;

    /** The next address of a region, above all addresses that a process maps. */
    private static final AtomicLong NEXT_ADDRESS = new AtomicLong(1L << 56);

    private final NumberTable<Domain> domains = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<Integer> threadDomains = new NumberTable<>(1, MAX_OBJECTS);

    HcaMemory(String device, Adapter adapter) {
        super(device, adapter);
    }

    Domain domain(long number) {
        return domains.get(number);
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
        Domain inner = domain(domain);
        return domains.add(refusals, "ibv_alloc_parent_domain", number -> new Domain(number, inner))
                .number();
    }

    @Override
    public long allocateProtectionDomain() {
        return domains.add(refusals, "ibv_alloc_pd", number -> new Domain(number, null))
                .number();
    }

    @Override
    public void deallocateProtectionDomain(long domain) {
        domains.remove(domain);
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
            throw unsupported("ibv_reg_mr");
        }
        Region region = adapter.keys().register(refusals, domain(domain), buffer, named, (int) WireEnum.bitsOf(access));
        return new Registration(region.number(), region.address(), region.key(), region.key());
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
}
