package io.verbena.error;

import java.util.Optional;

/** A C library, or its binding, is missing; the message tells what to install. */
public final class NativeLibraryUnavailableException extends RdmaException {
    /** Creates an exception with a message that names what is missing. */
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
