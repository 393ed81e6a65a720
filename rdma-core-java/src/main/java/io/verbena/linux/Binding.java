package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.error.NativeLibraryUnavailableException;
import io.verbena.error.UnsupportedException;
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

    private synchronized @Nullable NativeLibraryException missing() {
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

    /**
     * Loads the library for what a device has beyond verbs.
     *
     * @throws UnsupportedException if the library is missing
     */
    void requireFor(String call, String device) {
        NativeLibraryException why = missing();
        if (why != null) {
            UnsupportedException failure =
                    new UnsupportedException(call, device, Errno.EOPNOTSUPP, String.valueOf(why.getMessage()));
            failure.initCause(why);
            throw failure;
        }
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
