package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Protection domains, memory regions and memory windows. */
@JniClass
public final class VerbsMemory {
    private VerbsMemory() {}

    /** A protection domain. */
    @JniMethod(accessor = "verbena_verbs_alloc_pd")
    public static native long allocPd(long context);

    /** Ends it; {@code -EBUSY} if something of it is left. */
    @JniMethod(accessor = "verbena_verbs_dealloc_pd")
    public static native int deallocPd(long pd);

    /** A region of the memory at an address, which the other side calls {@code iova}. */
    @JniMethod(accessor = "verbena_verbs_reg_mr")
    public static native long regMr(long pd, long address, long length, long iova, int access);

    /** A region of memory of another device, behind a DMA-BUF descriptor. */
    @JniMethod(accessor = "verbena_verbs_reg_dmabuf_mr")
    public static native long regDmaBufMr(long pd, long offset, long length, long iova, int fd, int access);

    /** A region that drops what is written and reads as zero. */
    @JniMethod(accessor = "verbena_verbs_alloc_null_mr")
    public static native long allocNullMr(long pd);

    /** The key for local use. */
    @JniMethod(accessor = "verbena_verbs_lkey")
    public static native int lkey(long mr);

    /** The key for the other side. */
    @JniMethod(accessor = "verbena_verbs_rkey")
    public static native int rkey(long mr);

    /**
     * Changes what the flags say: 1 the address and length, 2 the domain, 4 the access. 0, or errno in the lower 16 bits and
     * above them 1 to 5, what is left of the region: enum ibv_rereg_mr_err_code, made positive.
     */
    @JniMethod(accessor = "verbena_verbs_rereg_mr")
    public static native int reregMr(long mr, int flags, long pd, long address, long length, int access);

    /** Says how segments, 16 bytes each, will be used. */
    @JniMethod(accessor = "verbena_verbs_advise_mr")
    public static native int adviseMr(long pd, int advice, int flags, long segments, int count);

    /** Ends a region; {@code -EBUSY} if a window is bound to it. */
    @JniMethod(accessor = "verbena_verbs_dereg_mr")
    public static native int deregMr(long mr);

    /** A memory window of type 1 or 2. */
    @JniMethod(accessor = "verbena_verbs_alloc_mw")
    public static native long allocMw(long pd, int type);

    /** Its key. */
    @JniMethod(accessor = "verbena_verbs_window_rkey")
    public static native int windowRkey(long mw);

    /** Ends it. */
    @JniMethod(accessor = "verbena_verbs_dealloc_mw")
    public static native int deallocMw(long mw);

    /** Binds a window of type 1 by a request of its own. */
    @JniMethod(accessor = "verbena_verbs_bind_mw")
    public static native int bindMw(
            long qp, long mw, long id, int flags, long mr, long address, long length, int access);

    /** Prepares the library for fork; {@code -EINVAL} if memory is registered already. */
    @JniMethod(accessor = "verbena_verbs_fork_init")
    public static native int forkInit();

    /** Whether a fork is safe: 0 no, 1 yes, 2 the kernel sees to it. */
    @JniMethod(accessor = "verbena_verbs_fork_status")
    public static native int forkStatus();
}
