package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;
import org.jspecify.annotations.Nullable;

/** Functions of libibverbs for domains, memory regions, memory windows and device memory, and for sharing them. */
@JniClass
public final class IbvMemory {
    private IbvMemory() {}

    /** Calls {@code ibv_alloc_pd}. */
    @JniMethod(accessor = "verbena_verbs_alloc_pd")
    public static native long allocPd(long context);

    /** Calls {@code ibv_dealloc_pd}. Returns {@code -EBUSY} if the domain still has objects. */
    @JniMethod(accessor = "verbena_verbs_dealloc_pd")
    public static native int deallocPd(long pd);

    /** Calls {@code ibv_alloc_td}. */
    @JniMethod(accessor = "verbena_verbs_alloc_td")
    public static native long allocTd(long context);

    /** Calls {@code ibv_dealloc_td}. */
    @JniMethod(accessor = "verbena_verbs_dealloc_td")
    public static native int deallocTd(long td);

    /**
     * Calls {@code ibv_alloc_parent_domain}.
     *
     * @param pd the protection domain that the parent domain encloses
     * @param td a thread domain, or 0
     * @param allocator the handle of an {@link IbvAllocator}, or 0
     */
    @JniMethod(accessor = "verbena_verbs_alloc_parent_domain")
    public static native long allocParentDomain(long context, long pd, long td, long allocator);

    /** Calls {@code ibv_open_xrcd}. Without a file, the XRC domain is private; {@code -ENOENT} if the file does not exist. */
    @JniMethod(accessor = "verbena_verbs_open_xrcd")
    public static native long openXrcd(long context, @Nullable String file, int create, int exclusive);

    /** Calls {@code ibv_close_xrcd}. Returns {@code -EBUSY} if the domain still has objects. */
    @JniMethod(accessor = "verbena_verbs_close_xrcd")
    public static native int closeXrcd(long xrcd);

    /** Calls {@code ibv_reg_mr} or {@code ibv_reg_mr_iova2}; peers and scatter/gather entries address the first byte as {@code iova}. */
    @JniMethod(accessor = "verbena_verbs_reg_mr")
    public static native long regMr(long pd, long address, long length, long iova, int access);

    /** Calls {@code ibv_reg_dmabuf_mr}. */
    @JniMethod(accessor = "verbena_verbs_reg_dmabuf_mr")
    public static native long regDmaBufMr(long pd, long offset, long length, long iova, int fd, int access);

    /** Calls {@code ibv_alloc_null_mr}. */
    @JniMethod(accessor = "verbena_verbs_alloc_null_mr")
    public static native long allocNullMr(long pd);

    /** Returns the local key of a region ({@code lkey}). */
    @JniMethod(accessor = "verbena_verbs_lkey")
    public static native int lkey(long mr);

    /** Returns the remote key of a region ({@code rkey}). */
    @JniMethod(accessor = "verbena_verbs_rkey")
    public static native int rkey(long mr);

    /**
     * Calls {@code ibv_rereg_mr}.
     *
     * @param flags {@code enum ibv_rereg_mr_flags}: 1 changes address and length, 2 the domain, 4 the access
     * @return 0; or errno in the lower 16 bits and above them the negated {@code enum ibv_rereg_mr_err_code}, 1 to 5
     */
    @JniMethod(accessor = "verbena_verbs_rereg_mr")
    public static native int reregMr(long mr, int flags, long pd, long address, long length, int access);

    /** Calls {@code ibv_advise_mr} with the {@code struct ibv_sge} at an address. */
    @JniMethod(accessor = "verbena_verbs_advise_mr")
    public static native int adviseMr(long pd, int advice, int flags, long segments, int count);

    /** Calls {@code ibv_dereg_mr}. Returns {@code -EBUSY} if a window is bound to the region. */
    @JniMethod(accessor = "verbena_verbs_dereg_mr")
    public static native int deregMr(long mr);

    /** Calls {@code ibv_alloc_mw} for a window of type 1 or 2. */
    @JniMethod(accessor = "verbena_verbs_alloc_mw")
    public static native long allocMw(long pd, int type);

    /** Returns the remote key of a window ({@code rkey}). */
    @JniMethod(accessor = "verbena_verbs_window_rkey")
    public static native int windowRkey(long mw);

    /** Calls {@code ibv_dealloc_mw}. */
    @JniMethod(accessor = "verbena_verbs_dealloc_mw")
    public static native int deallocMw(long mw);

    /** Calls {@code ibv_bind_mw}, which posts the bind of a window of type 1. */
    @JniMethod(accessor = "verbena_verbs_bind_mw")
    public static native int bindMw(
            long qp, long mw, long id, int flags, long mr, long address, long length, int access);

    /** Calls {@code ibv_fork_init}. Returns {@code -EINVAL} if memory is already registered. */
    @JniMethod(accessor = "verbena_verbs_fork_init")
    public static native int forkInit();

    /** Calls {@code ibv_is_fork_initialized} and returns {@code enum ibv_fork_status}. */
    @JniMethod(accessor = "verbena_verbs_fork_status")
    public static native int forkStatus();

    /** Calls {@code ibv_alloc_dm}; the memory is aligned to 2^alignment bytes. */
    @JniMethod(accessor = "verbena_verbs_alloc_dm")
    public static native long allocDm(long context, long length, int alignment);

    /** Calls {@code ibv_free_dm}. Returns {@code -EBUSY} if a region of this memory remains. */
    @JniMethod(accessor = "verbena_verbs_free_dm")
    public static native int freeDm(long dm);

    /** Calls {@code ibv_reg_dm_mr}; the access flags must contain {@code IBV_ACCESS_ZERO_BASED}. */
    @JniMethod(accessor = "verbena_verbs_reg_dm_mr")
    public static native long regDmMr(long pd, long dm, long offset, long length, int access);

    /** Calls {@code ibv_memcpy_to_dm}. */
    @JniMethod(accessor = "verbena_verbs_write_dm")
    public static native int writeDm(long dm, long offset, long address, long length);

    /** Calls {@code ibv_memcpy_from_dm}. */
    @JniMethod(accessor = "verbena_verbs_read_dm")
    public static native int readDm(long dm, long offset, long address, long length);

    /** Returns the kernel's number of a protection domain ({@code handle}). */
    @JniMethod(accessor = "verbena_verbs_pd_number")
    public static native int pdNumber(long pd);

    /** Returns the kernel's number of a memory region ({@code handle}). */
    @JniMethod(accessor = "verbena_verbs_mr_number")
    public static native int mrNumber(long mr);

    /** Returns the kernel's number of device memory ({@code handle}). */
    @JniMethod(accessor = "verbena_verbs_dm_number")
    public static native int dmNumber(long dm);

    /** Calls {@code ibv_import_pd}. */
    @JniMethod(accessor = "verbena_verbs_import_pd")
    public static native long importPd(long context, int number);

    /** Calls {@code ibv_unimport_pd}; the owner keeps the domain. */
    @JniMethod(accessor = "verbena_verbs_unimport_pd")
    public static native int unimportPd(long pd);

    /** Calls {@code ibv_import_mr}. */
    @JniMethod(accessor = "verbena_verbs_import_mr")
    public static native long importMr(long pd, int number);

    /** Returns the address of an imported region in the process that registered it ({@code addr}). */
    @JniMethod(accessor = "verbena_verbs_mr_address")
    public static native long mrAddress(long mr);

    /** Returns the length of a region in bytes ({@code length}). */
    @JniMethod(accessor = "verbena_verbs_mr_length")
    public static native long mrLength(long mr);

    /** Calls {@code ibv_unimport_mr}; the owner keeps the region. */
    @JniMethod(accessor = "verbena_verbs_unimport_mr")
    public static native int unimportMr(long mr);

    /** Calls {@code ibv_import_dm}. */
    @JniMethod(accessor = "verbena_verbs_import_dm")
    public static native long importDm(long context, int number);

    /** Calls {@code ibv_unimport_dm}; the owner keeps the memory. */
    @JniMethod(accessor = "verbena_verbs_unimport_dm")
    public static native int unimportDm(long dm);
}
