package io.verbena.spring.boot;

import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.event.RdmaEventAutoConfiguration;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications on an embedded fabric that read the subnet. */
public final class Applications {
    private Applications() {}

    /** Creates an application that reads the subnet on request. */
    public static ApplicationContextRunner embedded(String topology) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RdmaAutoConfiguration.class,
                        RdmaSubnetAutoConfiguration.class,
                        RdmaEventAutoConfiguration.class))
                .withPropertyValues("rdma.fabric.type=embedded", "rdma.fabric.topology=" + topology);
    }
}
