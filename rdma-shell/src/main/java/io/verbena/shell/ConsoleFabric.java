package io.verbena.shell;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.SessionState;
import io.verbena.shell.cli.StartOptions;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;

/** Lends the beans of the console to its commands. If a bean cannot be created, the next command tries again. */
final class ConsoleFabric implements FabricHost {
    private final RdmaFabricDetails details;
    private final MadOptions madOptions;
    private final SessionState state = new SessionState();
    private final ObjectProvider<EmbeddedFabric> embedded;
    private final ObjectProvider<Rdma> rdma;
    private final ObjectProvider<EndPort> endPort;
    private final ObjectProvider<MadTransactor> transactor;
    private final ObjectProvider<ManagementAccess> access;
    private @Nullable MadTransactor mad;

    ConsoleFabric(
            StartOptions start,
            RdmaFabricDetails details,
            RdmaProperties properties,
            ObjectProvider<EmbeddedFabric> embedded,
            ObjectProvider<Rdma> rdma,
            ObjectProvider<EndPort> endPort,
            ObjectProvider<MadTransactor> transactor,
            ObjectProvider<ManagementAccess> access) {
        this.details = details;
        this.madOptions = start.madOptions(properties.mad().options());
        state.page(start.pages());
        this.embedded = embedded;
        this.rdma = rdma;
        this.endPort = endPort;
        this.transactor = transactor;
        this.access = access;
    }

    @Override
    public String fabric() {
        return details.fabric();
    }

    @Override
    public SessionState state() {
        return state;
    }

    @Override
    public MadOptions madOptions() {
        return madOptions;
    }

    @Override
    public Optional<EmbeddedFabric> embedded() {
        return bean(() -> Optional.ofNullable(embedded.getIfAvailable()));
    }

    @Override
    public Rdma rdma() {
        return bean(rdma::getObject);
    }

    @Override
    public EndPort endPort() {
        return bean(endPort::getObject);
    }

    /** Returns the transactor bean. If its port was lost with its device, returns a new transactor on the same port. */
    @Override
    public synchronized MadTransactor mad() {
        MadTransactor current = mad == null ? bean(this::madBean) : mad;
        mad = current.isOpen() ? current : rdma().mad(current.endPort(), madOptions);
        return mad;
    }

    private MadTransactor madBean() {
        MadTransactor found = transactor.getIfAvailable();
        if (found != null) {
            return found;
        }
        throw access.getObject()
                .refusal()
                .orElseGet(() -> new RdmaException("this console has no bean of the type MadTransactor"));
    }

    /**
     * Returns a bean, or throws the exception of the library that prevented its creation instead of the one that Spring
     * wraps around it.
     */
    private static <T> T bean(Supplier<T> beans) {
        try {
            return beans.get();
        } catch (BeansException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                boolean wrapped = cause instanceof RdmaConfigurationException && cause.getCause() != null;
                if (cause instanceof RuntimeException failure && !(cause instanceof BeansException) && !wrapped) {
                    throw failure;
                }
            }
            throw e;
        }
    }
}
