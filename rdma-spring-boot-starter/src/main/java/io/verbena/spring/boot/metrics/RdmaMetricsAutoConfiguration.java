package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.Rdma;
import io.verbena.connection.Queue;
import io.verbena.connection.TransferCounts;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of meters, if Micrometer and a registry are present. */
@AutoConfiguration(
        after = {RdmaAutoConfiguration.class, RdmaSubnetAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({Rdma.class, MeterRegistry.class})
@ConditionalOnBean({Rdma.class, MeterRegistry.class})
public final class RdmaMetricsAutoConfiguration {

    @Bean
    MadMeters rdmaMadMeters() {
        return new MadMeters();
    }

    @Bean
    RdmaCustomizer rdmaMadMetersCustomizer(MadMeters meters) {
        return builder -> builder.tracer(meters);
    }

    @Bean
    LocalPortMeters rdmaLocalPortMeters(Rdma rdma) {
        return new LocalPortMeters(rdma);
    }

    @Bean
    TransferMeters rdmaTransferMeters() {
        return new TransferMeters();
    }

    /** Meters that require the subnet. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(SubnetService.class)
    static class OfTheSubnet {
        @Bean
        PortMeters rdmaPortMeters(Rdma rdma) {
            return new PortMeters(rdma);
        }

        @Bean
        SubnetMeters rdmaSubnetMeters(ObjectProvider<SubnetService> service) {
            return new SubnetMeters(service);
        }
    }

    /** Meters that require Netty. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.netty.buffer.ByteBuf")
    static class OfBuffers {
        @Bean
        static BufferMeters rdmaBufferMeters(ConfigurableListableBeanFactory beans) {
            return new BufferMeters(beans);
        }
    }

    /** Registers the meters of the transfers of all connections of this process. */
    static final class TransferMeters implements MeterBinder {
        @Override
        public void bindTo(MeterRegistry registry) {
            for (Queue queue : Queue.values()) {
                String name = queue.name().toLowerCase(Locale.ROOT);
                FunctionCounter.builder(
                                RdmaMeter.CONNECTION_DATA.getName(), TransferCounts.of(queue), TransferCounts::bytes)
                        .description(RdmaMeter.CONNECTION_DATA.description())
                        .baseUnit(RdmaMeter.CONNECTION_DATA.getBaseUnit())
                        .tag("queue", name)
                        .register(registry);
                for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
                    FunctionCounter.builder(
                                    RdmaMeter.CONNECTION_COMPLETIONS.getName(),
                                    TransferCounts.of(queue),
                                    counts -> counts.completions(status))
                            .description(RdmaMeter.CONNECTION_COMPLETIONS.description())
                            .tags("queue", name, "status", status.name().toLowerCase(Locale.ROOT))
                            .register(registry);
                }
            }
        }
    }
}
