package io.verbena.spring.boot.autoconfigure;

import io.verbena.device.EndPort;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.mad.MadTransactor;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.AttributeAccessor;

/**
 * Holds the reason why the beans for management datagrams are absent. Instances are thread-safe.
 *
 * <p>A process may have access to a device but not to its management. {@link io.verbena.mad.MadTransactor} and the
 * beans that depend on it are then absent, and everything else works.
 */
public final class ManagementAccess {
    private static final Logger LOG = LoggerFactory.getLogger(ManagementAccess.class);
    private static final String REFUSAL = "refusal";

    private final AttributeAccessor definition;

    /** Keeps the reason in the definition of the bean, which outlives an application that fails to start. */
    ManagementAccess(AttributeAccessor definition) {
        this.definition = definition;
    }

    /** Returns why the system denies access; empty if it has not been denied. */
    public Optional<RdmaException> refusal() {
        synchronized (definition) {
            return Optional.ofNullable((RdmaException) definition.getAttribute(REFUSAL));
        }
    }

    /**
     * Opens the management of an end port.
     *
     * @return null if the system denies access, which is logged and kept as the reason
     */
    public @Nullable MadTransactor open(EndPort endPort, Supplier<MadTransactor> opener) {
        try {
            return opener.get();
        } catch (SysException e) {
            if (!refuses(e.errno())) {
                throw e;
            }
            LOG.warn("No management datagrams from end port {}: {}", endPort, e.getMessage());
            synchronized (definition) {
                definition.setAttribute(REFUSAL, e);
            }
            return null;
        }
    }

    /** Returns whether the process lacks permission, or the kernel module is not loaded. */
    private static boolean refuses(int errno) {
        return errno == Errno.EACCES || errno == Errno.EPERM || errno == Errno.EOPNOTSUPP;
    }
}
