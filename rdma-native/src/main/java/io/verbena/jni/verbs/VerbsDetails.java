package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ArgFlag.NO_IN;

import org.fusesource.hawtjni.runtime.JniArg;
import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** What few ask of a device. */
@JniClass
public final class VerbsDetails {
    private VerbsDetails() {}

    /** What {@link Verbs#queryDevice} leaves out. */
    @JniMethod(accessor = "verbena_verbs_query_device")
    public static native int queryDevice(long context, @JniArg(flags = NO_IN) DeviceDetailAttr attributes);
}
