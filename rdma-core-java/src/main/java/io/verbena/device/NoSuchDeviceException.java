package io.verbena.device;

import io.verbena.error.RdmaException;
import java.util.Optional;

/** This host has no such device or port; the message lists the existing ones. */
public final class NoSuchDeviceException extends RdmaException {
    /** Creates an exception with a message that names the request and the existing devices. */
    public NoSuchDeviceException(String message) {
        super(message);
    }

    @Override
    public Optional<String> action() {
        return Optional.of(
                "Select a device of this host (in Spring Boot with rdma.end-port), load the driver of the adapter, or use an"
                        + " embedded fabric: the dependency io.verbena:rdma-embedded and, in Spring Boot, rdma.fabric.type=embedded.");
    }
}
