package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** Options of enhanced connection establishment. The fields are those of {@code struct ibv_ece}. */
@JniClass(name = "ibv_ece", flags = STRUCT)
public final class Ece {
    /** The vendor, an OUI. */
    @JniField(accessor = "vendor_id")
    public int vendorId;

    /** What only the vendor knows. */
    @JniField(accessor = "options")
    public int options;

    /** 0. */
    @JniField(accessor = "comp_mask")
    public int mask;
}
