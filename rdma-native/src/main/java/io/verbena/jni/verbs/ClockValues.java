package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a device counts. The fields are those of {@code struct ibv_values_ex}. */
@JniClass(name = "ibv_values_ex", flags = STRUCT)
public final class ClockValues {
    /** Seconds. */
    @JniField(accessor = "raw_clock.tv_sec")
    public long seconds;

    /** Nanoseconds, or ticks of the device. */
    @JniField(accessor = "raw_clock.tv_nsec")
    public long nanos;
}
