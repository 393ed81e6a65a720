package io.verbena.jni;

/** The counter of processor cycles, which programs read without a system call. */
public final class CycleCounter {
    static {
        NativeLibrary.load("verbena_base");
    }

    private CycleCounter() {}

    /** Returns whether the counter has a constant rate on all processors, so that it measures time. */
    public static native boolean isInvariant();

    /** Returns the value of the counter. */
    public static native long read();
}
