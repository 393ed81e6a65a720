package io.verbena.spring.boot.endport;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** Makes the beans of named end ports. */
final class EndPortBeans {
    /** What the names of the transactors and clients end with. */
    static final String TRANSACTOR = "MadTransactor";

    static final String CLIENT = "SaClient";

    private final Rdma rdma;
    private final RdmaProperties defaults;
    private final EndPortsProperties properties;
    private final ManagementAccess access;
    private final ListableBeanFactory beans;

    EndPortBeans(
            Rdma rdma,
            RdmaProperties defaults,
            EndPortsProperties properties,
            ManagementAccess access,
            ListableBeanFactory beans) {
        this.rdma = rdma;
        this.defaults = defaults;
        this.properties = properties;
        this.access = access;
        this.beans = beans;
    }

    private NamedEndPort wanted(String name) {
        return Objects.requireNonNull(properties.endPorts().get(name), name);
    }

    @Nullable EndPort endPort(String name) {
        return new EndPortMatch(rdma, EndPortsProperties.PREFIX + "." + name, wanted(name)).find();
    }

    /** Absent where the end port is, or where the system does not let this process send. */
    @Nullable MadTransactor transactor(String name) {
        EndPort port = named(name, EndPort.class);
        MadOptions options = wanted(name).mad().options(defaults.mad().options());
        return port == null ? null : access.open(port, () -> rdma.mad(port, options));
    }

    @Nullable SaClient client(String name) {
        MadTransactor transactor = named(name + TRANSACTOR, MadTransactor.class);
        return transactor == null ? null : rdma.sa(transactor);
    }

    /** A bean that may be absent is of another type where it is. */
    private <T> @Nullable T named(String name, Class<T> type) {
        Object bean = beans.getBean(name);
        return type.isInstance(bean) ? type.cast(bean) : null;
    }
}
