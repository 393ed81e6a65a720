package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;
import org.jspecify.annotations.Nullable;

/** Thread domains, domains around others, and domains of extended reliable connections. */
@JniClass
public final class VerbsDomains {
    private VerbsDomains() {}

    /** A thread domain. */
    @JniMethod(accessor = "verbena_verbs_alloc_td")
    public static native long allocTd(long context);

    /** Ends it. */
    @JniMethod(accessor = "verbena_verbs_dealloc_td")
    public static native int deallocTd(long td);

    /**
     * A protection domain around another one, for the threads of a thread domain and with the memory of {@link
     * VerbsAllocators} unless these are 0.
     */
    @JniMethod(accessor = "verbena_verbs_alloc_parent_domain")
    public static native long allocParentDomain(long context, long pd, long td, long allocator);

    /** The XRC domain of a file, or one of its own where that is null; {@code -ENOENT} if there is no such file. */
    @JniMethod(accessor = "verbena_verbs_open_xrcd")
    public static native long openXrcd(long context, @Nullable String file, int create, int exclusive);

    /** Closes it; {@code -EBUSY} if something of it is left. */
    @JniMethod(accessor = "verbena_verbs_close_xrcd")
    public static native int closeXrcd(long xrcd);
}
