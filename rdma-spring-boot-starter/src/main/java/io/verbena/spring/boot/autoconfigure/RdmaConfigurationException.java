package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** What a property asks for cannot be had. The message begins with the property. */
public final class RdmaConfigurationException extends RdmaException {
    private final String property;
    private final String action;

    /**
     * Says what cannot be had, and what to do about it.
     *
     * @param property its full name, such as {@code rdma.servers.ingest.port}
     * @param reason why it cannot be had
     * @param action what is possible instead
     */
    public RdmaConfigurationException(String property, String reason, String action, @Nullable Throwable cause) {
        super(property + ": " + reason, cause);
        this.property = property;
        this.action = action;
    }

    /** The same without a cause. */
    public RdmaConfigurationException(String property, String reason, String action) {
        this(property, reason, action, null);
    }

    /** The property. */
    public String property() {
        return property;
    }

    /** What is possible instead. */
    public String action() {
        return action;
    }
}
