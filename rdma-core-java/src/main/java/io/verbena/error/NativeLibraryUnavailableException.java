package io.verbena.error;

/** A C library, or our binding of it, is not there; the message says what to install. */
public final class NativeLibraryUnavailableException extends RdmaException {
    /** Says what is missing and what to do. */
    public NativeLibraryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
