package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
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
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
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
        /** Without the condition, a filter would hide the meters of a large fabric and still keep them. */
        @Bean
        @ConditionalOnProperty(name = "management.metrics.enable.rdma.port", matchIfMissing = true)
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
                Tags tags = Tags.of("queue", queue.name().toLowerCase(Locale.ROOT));
                RdmaMeter.CONNECTION_DATA.count(registry, TransferCounts.of(queue), TransferCounts::bytes, tags);
                for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
                    RdmaMeter.CONNECTION_COMPLETIONS.count(
                            registry,
                            TransferCounts.of(queue),
                            counts -> counts.completions(status),
                            tags.and("status", status.name().toLowerCase(Locale.ROOT)));
                }
            }
        }
    }
}
