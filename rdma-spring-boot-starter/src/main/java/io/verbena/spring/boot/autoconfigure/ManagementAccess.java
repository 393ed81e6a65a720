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
 * Why there are no beans to send management datagrams with. Safe for use by several threads.
 *
 * <p>A process may use a device and yet not its management: then {@link io.verbena.mad.MadTransactor} and what builds on
 * it are absent, and everything else works.
 */
public final class ManagementAccess {
    private static final Logger LOG = LoggerFactory.getLogger(ManagementAccess.class);
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

    /**
     * Opens the management of an end port.
     *
     * @return null where the system does not let this process send, which is logged, and kept as the reason
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

    /** Not permitted, or the kernel's part of it is not loaded. */
    private static boolean refuses(int errno) {
        return errno == Errno.EACCES || errno == Errno.EPERM || errno == Errno.EOPNOTSUPP;
    }
}
