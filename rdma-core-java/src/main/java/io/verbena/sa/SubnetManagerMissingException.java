package io.verbena.sa;

import io.verbena.error.RdmaException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** There is no subnet manager to ask, or the one that there was does not answer. */
public final class SubnetManagerMissingException extends RdmaException {
    SubnetManagerMissingException(String message, @Nullable RdmaException cause) {
        super(message, cause);
    }

    @Override
    public List<String> packets() {
        return getCause() instanceof RdmaException cause ? cause.packets() : List.of();
    }
}
