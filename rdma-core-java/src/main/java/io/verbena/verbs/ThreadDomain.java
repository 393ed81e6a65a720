package io.verbena.verbs;

import java.util.List;

/**
 * Says that what is made in a domain with it is used by one thread at a time, so that the driver need not lock
 * (ibv_alloc_td(3)). Whoever uses such objects from several threads at once breaks them.
 */
public final class ThreadDomain extends VerbsObject {
    private final Context context;
    private final long handle;

    ThreadDomain(Context context, long handle) {
        super(List.of(context));
        this.context = context;
        this.handle = handle;
    }

    @Override
    Context context() {
        return context;
    }

    long handle() {
        return handle;
    }

    @Override
    int closingRank() {
        return 8;
    }

    @Override
    void destroy() {
        context.driver().domains().deallocateThreadDomain(handle);
    }

    @Override
    public String toString() {
        return "ThreadDomain[" + context + "]";
    }
}
