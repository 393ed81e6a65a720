package io.verbena.verbs;

/**
 * Declares that the objects of a domain are used by one thread at a time, so that the driver need not lock them
 * (ibv_alloc_td(3)). Using such objects from several threads at once corrupts them.
 */
public final class ThreadDomain extends DeviceObject {
    ThreadDomain(VerbsObject context, long handle) {
        super(context, handle);
    }

    @Override
    int closingRank() {
        return 8;
    }

    @Override
    void destroy() {
        driver().deallocateThreadDomain(handle());
    }
}
