package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.IbvMemory;
import io.verbena.spi.verbs.Registration;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An open device, whose error results of libibverbs become exceptions. */
abstract class VerbsOutcome {
    /** The result of a function that the installed library does not have. */
    private static final int NOT_IN_LIBRARY = -0x10000;

    /** The releases of rdma-core that brought functions. */
    private static final Map<String, Integer> RELEASES = Map.ofEntries(
            Map.entry("efadv_create_comp_cntr", 65),
            Map.entry("efadv_qp_from_ibv_qp_ex", 64),
            Map.entry("efadv_query_mr", 50),
            Map.entry("efadv_query_cq", 59),
            Map.entry("efadv_query_qp_wqs", 59),
            Map.entry("efadv_get_max_rq_depth", 63),
            Map.entry("efadv_get_max_sq_depth", 63),
            Map.entry("mlx5dv_get_data_direct_sysfs_path", 56),
            Map.entry("mlx5dv_devx_uar_export_dmabuf_fd", 64),
            Map.entry("mlx5dv_reg_dmabuf_mr", 56),
            Map.entry("mlx5dv_get_export_sizes", 64),
            Map.entry("mlx5dv_devx_obj_export", 64),
            Map.entry("mlx5dv_devx_obj_import", 64),
            Map.entry("mlx5dv_devx_obj_unimport", 64),
            Map.entry("mlx5dv_devx_umem_export", 64),
            Map.entry("mlx5dv_devx_umem_import", 64),
            Map.entry("mlx5dv_devx_umem_unimport", 64),
            Map.entry("mlx5dv_var_export", 64),
            Map.entry("mlx5dv_var_import", 64),
            Map.entry("mlx5dv_var_unimport", 64),
            Map.entry("ibv_alloc_dmah", 59),
            Map.entry("ibv_dealloc_dmah", 59),
            Map.entry("ibv_reg_mr_ex", 59),
            Map.entry("ibv_query_port_speed", 62),
            Map.entry("ibv_dm_export_dmabuf_fd", 62),
            Map.entry("ibv_alloc_buf", 64),
            Map.entry("ibv_free_buf", 64),
            Map.entry("ibv_reg_buf_mr", 64),
            Map.entry("ibv_export_buf_dmabuf_fd", 65),
            Map.entry("ibv_query_comp_cntr_caps", 65),
            Map.entry("ibv_create_comp_cntr", 65),
            Map.entry("ibv_destroy_comp_cntr", 65),
            Map.entry("ibv_set_comp_cntr", 65),
            Map.entry("ibv_inc_comp_cntr", 65),
            Map.entry("ibv_read_comp_cntr", 65),
            Map.entry("ibv_qp_attach_comp_cntr", 65));

    /** The exception of an allocator in the current call of this thread, which becomes the cause of the failure of the call. */
    private static final ThreadLocal<@Nullable Throwable> BLAMED = new ThreadLocal<>();

    final long context;
    private final String device;

    VerbsOutcome(String device, long context) {
        this.device = device;
        this.context = context;
    }

    /** Returns the name of the device. */
    public String device() {
        return device;
    }

    /** Returns the address of a direct buffer at its position; the caller keeps the buffer reachable. */
    public long address(ByteBuffer buffer) {
        return Memory.address(buffer) + buffer.position();
    }

    /** Returns a region with its keys. */
    static Registration registration(long region, long named) {
        return new Registration(region, named, IbvMemory.lkey(region), IbvMemory.rkey(region));
    }

    /** Sets the cause of the failure of the current call of this thread. */
    static void blame(Throwable cause) {
        BLAMED.set(cause);
    }

    /** Returns the handle that a call returned, or throws the exception for its error. */
    long handle(String call, long outcome) {
        return handle(call, device, outcome);
    }

    static long handle(String call, String device, long outcome) {
        Throwable cause = BLAMED.get();
        if (cause != null) {
            BLAMED.remove();
        }
        if (outcome == NOT_IN_LIBRARY) {
            throw new UnsupportedException(
                    call,
                    device,
                    Errno.ENOSYS,
                    "the installed " + library(call) + " does not have it; it came with rdma-core "
                            + RELEASES.get(call));
        }
        if (outcome < 0) {
            SysException failure = failure(call, device, (int) -outcome);
            if (cause != null) {
                failure.initCause(cause);
            }
            throw failure;
        }
        return outcome;
    }

    /** Returns the handle that a call returned, and keeps an object reachable whose memory the call used. */
    long handle(String call, long outcome, @Nullable Object used) {
        return handle(call, keeping(used, outcome));
    }

    /** Returns the result of a call, and keeps an object reachable whose memory the call used. */
    static long keeping(@Nullable Object used, long outcome) {
        try {
            return outcome;
        } finally {
            Reference.reachabilityFence(used);
        }
    }

    /** Returns the number that a call returned, or throws the exception for its error. */
    int check(String call, int outcome) {
        return (int) handle(call, outcome);
    }

    private static String library(String call) {
        return call.startsWith("efadv_") ? "libefa" : call.startsWith("mlx5dv_") ? "libmlx5" : "libibverbs";
    }

    private static SysException failure(String call, String device, int errno) {
        return switch (errno) {
            case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPROTONOSUPPORT ->
                new UnsupportedException(
                        call, device, errno, experienced(call, errno, "this device or its driver does not have it"));
            default -> new SysException(call, device, errno, experienced(call, errno, advice(call, errno)));
        };
    }

    /** Adds that no device has run a call, unless the failure only shows that the device has another driver. */
    private static String experienced(String call, int errno, String advice) {
        boolean isOtherDevice = call.endsWith("dv_query_device") && errno == Errno.EOPNOTSUPP;
        String library = library(call);
        if (library.equals("libibverbs") || isOtherDevice) {
            return advice;
        }
        return (advice.isEmpty() ? "" : advice + "; ")
                + "Verbena has called " + library + " only on the hollow device of its tests, never on "
                + (library.equals("libefa") ? "an EFA" : "an mlx5")
                + " device: if your program is right, please report this failure";
    }

    private static String advice(String call, int errno) {
        return switch (errno) {
            case Errno.ENOMEM ->
                call.startsWith("ibv_reg")
                        ? "the memory may exceed what this process may lock: raise the limit with ulimit -l unlimited"
                                + " (LimitMEMLOCK=infinity)"
                        : "the device may have no more of these, or this process may lock no more memory (ulimit -l)";
            case Errno.EBUSY -> "something else still uses it";
            case Errno.EACCES, Errno.EPERM ->
                "run as root, or give your group read and write access to /dev/infiniband/uverbs*";
            case Errno.EINVAL ->
                call.equals("ibv_reg_dmabuf_mr")
                        ? "the descriptor may not be that of a DMA-BUF, the part may exceed it, the address may have another"
                                + " offset in its page than the part, or the access may be more than a device has to a DMA-BUF"
                        : "an argument is not one that this device takes, or the object is not in the state for it";
            case Errno.EBADF -> "the file descriptor is not open";
            default -> "";
        };
    }
}
