package io.verbena.sa;

import io.verbena.error.RdmaException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown when there is no subnet manager, or it does not respond. */
public final class SubnetManagerMissingException extends RdmaException {
    SubnetManagerMissingException(String message, @Nullable RdmaException cause) {
        super(message, cause);
    }

    @Override
    public Optional<String> action() {
        return Optional.of(
                "Start a subnet manager (opensm), use an end port of another subnet, or wait longer for the response:"
                        + " timeout and retries of MadOptions, in Spring Boot rdma.mad.timeout and rdma.mad.retries.");
    }

    @Override
    public List<String> packets() {
        return getCause() instanceof RdmaException cause ? cause.packets() : List.of();
    }
}
