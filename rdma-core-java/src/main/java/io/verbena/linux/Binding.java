package io.verbena.linux;

import io.verbena.error.NativeLibraryUnavailableException;
import io.verbena.jni.NativeLibraryException;
import org.jspecify.annotations.Nullable;

/**
 * A C library that may be missing, with why it is. It is loaded when it is first asked for: a program that only sends
 * datagrams of management need not wait for the libraries of verbs and connections.
 */
final class Binding {
    private final Runnable load;
    private boolean attempted;
    private @Nullable NativeLibraryException missing;

    Binding(Runnable load) {
        this.load = load;
    }

    boolean loads() {
        return missing() == null;
    }

    /** Returns why the library is missing; null if it is loaded. */
    synchronized @Nullable NativeLibraryException missing() {
        if (!attempted) {
            try {
                load.run();
            } catch (NativeLibraryException e) {
                missing = e;
            }
            attempted = true;
        }
        return missing;
    }

    void require() {
        NativeLibraryException why = missing();
        if (why != null) {
            throw new NativeLibraryUnavailableException(
                    why.getMessage() + "; the fabric embedded in Verbena needs nothing: --fabric embedded"
                            + " (rdma.fabric.type=embedded)",
                    why);
        }
    }
}
