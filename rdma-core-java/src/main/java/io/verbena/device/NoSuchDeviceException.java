package io.verbena.device;

import io.verbena.error.RdmaException;
import java.util.Optional;

/** No device or port of this host is what was asked for; the message says what there is. */
public final class NoSuchDeviceException extends RdmaException {
    /** Says what was asked for, what there is and what to do. */
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
