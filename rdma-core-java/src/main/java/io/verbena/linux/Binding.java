package io.verbena.linux;

import io.verbena.error.NativeLibraryUnavailableException;
import io.verbena.jni.NativeLibraryException;
import org.jspecify.annotations.Nullable;

/** A C library that may be missing, with why it is. */
final class Binding {
    private final @Nullable NativeLibraryException missing;

    Binding(Runnable load) {
        missing = attempt(load);
    }

    private static @Nullable NativeLibraryException attempt(Runnable load) {
        try {
            load.run();
            return null;
        } catch (NativeLibraryException e) {
            return e;
        }
    }

    boolean loads() {
        return missing == null;
    }

    void require() {
        NativeLibraryException why = missing;
        if (why != null) {
            throw new NativeLibraryUnavailableException(
                    why.getMessage() + "; the fabric embedded in Verbena needs nothing: --fabric embedded"
                            + " (rdma.fabric.type=embedded)",
                    why);
        }
    }
}
