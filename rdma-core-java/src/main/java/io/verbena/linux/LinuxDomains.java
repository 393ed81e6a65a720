package io.verbena.linux;

import io.verbena.jni.verbs.VerbsAllocators;
import io.verbena.jni.verbs.VerbsDomains;
import io.verbena.spi.verbs.DomainMemory;

/** Thread domains, parent domains and XRC domains by libibverbs. */
final class LinuxDomains implements io.verbena.spi.verbs.VerbsDomains {
    private final long context;
    private final VerbsOutcome outcome;

    LinuxDomains(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public long allocateThreadDomain() {
        return outcome.handle("ibv_alloc_td", VerbsDomains.allocTd(context));
    }

    @Override
    public void deallocateThreadDomain(long threads) {
        outcome.check("ibv_dealloc_td", VerbsDomains.deallocTd(threads));
    }

    @Override
    public long allocateParentDomain(long domain, long threads, long allocator) {
        return outcome.handle(
                "ibv_alloc_parent_domain", VerbsDomains.allocParentDomain(context, domain, threads, allocator));
    }

    @Override
    public long createAllocator(DomainMemory memory) {
        return outcome.handle("ibv_alloc_parent_domain", VerbsAllocators.create(new LinuxAllocator(memory, outcome)));
    }

    @Override
    public void destroyAllocator(long allocator) {
        VerbsAllocators.destroy(allocator);
    }

    @Override
    public long openXrcDomain(String file, boolean create, boolean exclusive) {
        long domain = VerbsDomains.openXrcd(context, file.isEmpty() ? null : file, create ? 1 : 0, exclusive ? 1 : 0);
        return outcome.handle("ibv_open_xrcd", domain);
    }

    @Override
    public void closeXrcDomain(long domain) {
        outcome.check("ibv_close_xrcd", VerbsDomains.closeXrcd(domain));
    }
}
