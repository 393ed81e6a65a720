package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** Objects of another process: numbers of the kernel go out, and objects for them come in. */
@JniClass
public final class VerbsSharing {
    private VerbsSharing() {}

    /** The descriptor by which the kernel knows an open device. */
    @JniMethod(accessor = "verbena_verbs_descriptor")
    public static native int descriptor(long context);

    /** A device that another process has open, by its descriptor, which stays the caller's. */
    @JniMethod(accessor = "verbena_verbs_import")
    public static native long importDevice(int descriptor);

    /** The number that the kernel has for a protection domain. */
    @JniMethod(accessor = "verbena_verbs_pd_number")
    public static native int pdNumber(long pd);

    /** That of a region. */
    @JniMethod(accessor = "verbena_verbs_mr_number")
    public static native int mrNumber(long mr);

    /** That of memory of the device. */
    @JniMethod(accessor = "verbena_verbs_dm_number")
    public static native int dmNumber(long dm);

    /** The protection domain with a number. */
    @JniMethod(accessor = "verbena_verbs_import_pd")
    public static native long importPd(long context, int number);

    /** Forgets it, and leaves it to whom it is of. */
    @JniMethod(accessor = "verbena_verbs_unimport_pd")
    public static native int unimportPd(long pd);

    /** The region with a number. */
    @JniMethod(accessor = "verbena_verbs_import_mr")
    public static native long importMr(long pd, int number);

    /** Where it begins, for the process that it is of. */
    @JniMethod(accessor = "verbena_verbs_mr_address")
    public static native long mrAddress(long mr);

    /** Its bytes. */
    @JniMethod(accessor = "verbena_verbs_mr_length")
    public static native long mrLength(long mr);

    /** Forgets it, and leaves it to whom it is of. */
    @JniMethod(accessor = "verbena_verbs_unimport_mr")
    public static native int unimportMr(long mr);

    /** The memory of the device with a number. */
    @JniMethod(accessor = "verbena_verbs_import_dm")
    public static native long importDm(long context, int number);

    /** Forgets it, and leaves it to whom it is of. */
    @JniMethod(accessor = "verbena_verbs_unimport_dm")
    public static native int unimportDm(long dm);
}
