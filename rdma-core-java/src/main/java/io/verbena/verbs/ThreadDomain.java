package io.verbena.verbs;

/**
 * Says that what is made in a domain with it is used by one thread at a time, so that the driver need not lock
 * (ibv_alloc_td(3)). Whoever uses such objects from several threads at once breaks them.
 */
public final class ThreadDomain extends DeviceObject {
    ThreadDomain(Context context, long handle) {
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
