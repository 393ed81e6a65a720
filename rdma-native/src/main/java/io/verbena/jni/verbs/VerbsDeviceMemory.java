package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Memory of the device itself. */
@JniClass
public final class VerbsDeviceMemory {
    private VerbsDeviceMemory() {}

    /** So many bytes that begin at a multiple of 2^alignment. */
    @JniMethod(accessor = "verbena_verbs_alloc_dm")
    public static native long allocDm(long context, long length, int alignment);

    /** Gives them back; {@code -EBUSY} if a region is left of them. */
    @JniMethod(accessor = "verbena_verbs_free_dm")
    public static native int freeDm(long dm);

    /** A region of a part of them; the access must say that addresses count from 0. */
    @JniMethod(accessor = "verbena_verbs_reg_dm_mr")
    public static native long regDmMr(long pd, long dm, long offset, long length, int access);

    /** Writes to them. */
    @JniMethod(accessor = "verbena_verbs_write_dm")
    public static native int writeDm(long dm, long offset, long address, long length);

    /** Reads them. */
    @JniMethod(accessor = "verbena_verbs_read_dm")
    public static native int readDm(long dm, long offset, long address, long length);
}
