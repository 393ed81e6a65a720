package io.verbena.linux;

import io.verbena.jni.verbs.VerbsSharing;
import io.verbena.spi.verbs.SharedRegion;

/** Objects of several processes by libibverbs. */
final class LinuxSharing implements io.verbena.spi.verbs.VerbsSharing {
    private final long context;
    private final VerbsOutcome outcome;

    LinuxSharing(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public int descriptor() {
        return VerbsSharing.descriptor(context);
    }

    @Override
    public int domainNumber(long domain) {
        return VerbsSharing.pdNumber(domain);
    }

    @Override
    public int regionNumber(long region) {
        return VerbsSharing.mrNumber(region);
    }

    @Override
    public int deviceMemoryNumber(long memory) {
        return outcome.check("ibv_alloc_dm", VerbsSharing.dmNumber(memory));
    }

    @Override
    public long importDomain(int number) {
        return outcome.handle("ibv_import_pd", VerbsSharing.importPd(context, number));
    }

    @Override
    public void forgetDomain(long domain) {
        VerbsSharing.unimportPd(domain);
    }

    @Override
    public SharedRegion importRegion(long domain, int number) {
        long region = outcome.handle("ibv_import_mr", VerbsSharing.importMr(domain, number));
        return new SharedRegion(
                LinuxMemory.registration(region, VerbsSharing.mrAddress(region)), VerbsSharing.mrLength(region));
    }

    @Override
    public void forgetRegion(long region) {
        VerbsSharing.unimportMr(region);
    }

    @Override
    public long importDeviceMemory(int number) {
        return outcome.handle("ibv_import_dm", VerbsSharing.importDm(context, number));
    }

    @Override
    public void forgetDeviceMemory(long memory) {
        VerbsSharing.unimportDm(memory);
    }
}
