package io.verbena.error;

import java.util.Optional;

/** A C library, or our binding of it, is not there; the message says what to install. */
public final class NativeLibraryUnavailableException extends RdmaException {
    /** Says what is missing and what to do. */
    public NativeLibraryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public Optional<String> action() {
        return Optional.of(
                "Install the library, or use an embedded fabric: the dependency io.verbena:rdma-embedded and, in"
                        + " Spring Boot, rdma.fabric.type=embedded.");
    }
}
