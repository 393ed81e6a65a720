package io.verbena.sa;

import io.verbena.error.RdmaException;
import java.util.List;

/** Thrown when the subnet administration knows no path to a destination. */
public final class SaPathNotFoundException extends RdmaException {
    SaPathNotFoundException(String message, RdmaException cause) {
        super(message, cause);
    }

    SaPathNotFoundException(String message) {
        super(message);
    }

    @Override
    public List<String> packets() {
        return getCause() instanceof RdmaException cause ? cause.packets() : List.of();
    }
}
