package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;
import java.util.Optional;
import org.springframework.core.AttributeAccessor;

/**
 * Why there are no beans to send management datagrams with. Safe for use by several threads.
 *
 * <p>A process may use a device and yet not its management: then {@link io.verbena.mad.MadTransactor} and what builds on
 * it are absent, and everything else works.
 */
public final class ManagementAccess {
    private static final String REFUSAL = "refusal";

    private final AttributeAccessor definition;

    /** The reason is kept with the definition of the bean, which outlives a start that fails for want of one. */
    ManagementAccess(AttributeAccessor definition) {
        this.definition = definition;
    }

    /** Why the system refused it; empty where it did not, or has not been asked yet. */
    public Optional<RdmaException> refusal() {
        synchronized (definition) {
            return Optional.ofNullable((RdmaException) definition.getAttribute(REFUSAL));
        }
    }

    void refused(RdmaException reason) {
        synchronized (definition) {
            definition.setAttribute(REFUSAL, reason);
        }
    }
}
