package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.spi.verbs.DomainMemory;
import io.verbena.spi.verbs.VerbsDomains;

/** Protection domains of all kinds. A thread domain changes nothing: locks are taken whether others wait or not. */
final class HcaDomains implements VerbsDomains {
    static final int MOST = 1 << 16;

    private final Refusals refusals;
    private final NumberTable<Domain> domains = new NumberTable<>(1, MOST);
    private final NumberTable<Integer> threadDomains = new NumberTable<>(1, MOST);

    HcaDomains(Refusals refusals) {
        this.refusals = refusals;
    }

    Domain domain(long number) {
        return domains.get(number);
    }

    long allocate() {
        return domains.add(refusals, "ibv_alloc_pd", number -> new Domain(number, null))
                .number();
    }

    void deallocate(long domain) {
        domains.remove(domain);
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
    public long createAllocator(DomainMemory memory) {
        throw refusals.unsupported("ibv_alloc_parent_domain");
    }

    @Override
    public void destroyAllocator(long allocator) {
        throw refusals.unsupported("ibv_alloc_parent_domain");
    }

    @Override
    public long openXrcDomain(String file, boolean create, boolean exclusive) {
        throw refusals.unsupported("ibv_open_xrcd");
    }

    @Override
    public void closeXrcDomain(long domain) {
        throw refusals.unsupported("ibv_close_xrcd");
    }
}
