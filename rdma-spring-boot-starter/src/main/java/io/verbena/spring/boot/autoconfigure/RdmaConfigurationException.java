package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown if a property has a value that cannot be used. The message begins with the name of the property. */
public final class RdmaConfigurationException extends RdmaException {
    private final String property;
    private final String action;

    /**
     * Creates an exception with its cause.
     *
     * @param property the full name of the property, such as {@code rdma.servers.ingest.port}
     * @param reason why the value cannot be used
     * @param action what to do about it
     * @param cause the exception of the library, or null
     */
    public RdmaConfigurationException(String property, String reason, String action, @Nullable Throwable cause) {
        super(property + ": " + reason, cause);
        this.property = property;
        this.action = action;
    }

    /** Creates an exception without a cause. */
    public RdmaConfigurationException(String property, String reason, String action) {
        this(property, reason, action, null);
    }

    /** Returns the full name of the property. */
    public String property() {
        return property;
    }

    @Override
    public Optional<String> action() {
        return Optional.of(action);
    }
}
