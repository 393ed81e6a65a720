package io.verbena.spring.boot;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.buffer.BufferAutoConfiguration;
import io.verbena.spring.boot.connection.ConnectionsAutoConfiguration;
import io.verbena.spring.boot.endport.EndPortsAutoConfiguration;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications with the beans for data transfer. */
public final class Fabrics {
    private static final ApplicationContextRunner BARE = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RdmaAutoConfiguration.class,
                    EndPortsAutoConfiguration.class,
                    VerbsAutoConfiguration.class,
                    BufferAutoConfiguration.class,
                    ConnectionsAutoConfiguration.class));

    private Fabrics() {}

    /** Creates an application without a selected fabric. */
    public static ApplicationContextRunner bare() {
        return BARE;
    }

    /** Creates an application on host0 of a fabric with two hosts, at the address 10.0.0.1. */
    public static ApplicationContextRunner twoNodes() {
        return BARE.withPropertyValues("rdma.fabric.type=embedded");
    }

    /** Creates an application on a host of a shared fabric; hostN has the address 10.0.0.N+1. */
    public static ApplicationContextRunner at(EmbeddedFabric fabric, String host) {
        return BARE.withBean(
                Rdma.class, () -> Rdma.builder().driver(fabric.driver(host)).open());
    }
}
