package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.Rdma;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.connection.Queue;
import io.verbena.connection.TransferCounts;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.diag.validate.FabricCheck;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.Severity;
import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.ManagementClass;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTracer;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.named.NamedBeanRegistrar;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.spring.boot.subnet.SubnetValidation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
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

    /**
     * Registers the meters of allocators. An allocator gets its meters after it was created; no allocator is created for
     * its meters, because that would require a device.
     */
    static final class BufferMeters implements MeterBinder, BeanPostProcessor {
        private final ConfigurableListableBeanFactory beans;
        private final Map<String, RegisteredByteBufAllocator> allocators = new LinkedHashMap<>();
        private final List<MeterRegistry> registries = new ArrayList<>();

        BufferMeters(ConfigurableListableBeanFactory beans) {
            this.beans = beans;
        }

        @Override
        public synchronized void bindTo(MeterRegistry registry) {
            registries.add(registry);
            allocators.forEach((name, allocator) -> bind(registry, name, allocator));
        }

        @Override
        public synchronized Object postProcessAfterInitialization(Object bean, String beanName) {
            if (bean instanceof RegisteredByteBufAllocator allocator) {
                String name = NamedBeanRegistrar.entry(beans, beanName);
                if (allocators.putIfAbsent(name, allocator) == null) {
                    registries.forEach(registry -> bind(registry, name, allocator));
                }
            }
            return bean;
        }

        private static void bind(MeterRegistry registry, String name, RegisteredByteBufAllocator allocator) {
            Tags tags = Tags.of("allocator", name);
            RdmaMeter.BUFFERS_REGISTERED.gauge(
                    registry, allocator, all -> all.usage().registeredBytes(), tags);
            RdmaMeter.BUFFERS_USED.gauge(registry, allocator, all -> all.usage().usedBytes(), tags);
            RdmaMeter.BUFFERS_LIMIT.gauge(
                    registry, allocator, all -> all.usage().limitBytes(), tags);
            RdmaMeter.BUFFERS_WAITS.count(
                    registry, allocator, all -> all.usage().waits(), tags);
            RdmaMeter.BUFFERS_REFUSALS.count(
                    registry, allocator, all -> all.usage().refusals(), tags);
            RdmaMeter.BUFFERS_REGISTRATIONS.count(
                    registry, allocator, all -> all.usage().registrations(), tags);
        }
    }

    /** Registers the meters of local ports. The system counters are read when scraped, without datagrams. */
    static final class LocalPortMeters implements MeterBinder {
        private static final Logger LOG = LoggerFactory.getLogger(LocalPortMeters.class);

        private final Rdma rdma;

        /** Keeps the readings alive, because meters refer to them weakly. */
        private final List<Reading> readings = new CopyOnWriteArrayList<>();

        LocalPortMeters(Rdma rdma) {
            this.rdma = rdma;
        }

        @Override
        public void bindTo(MeterRegistry registry) {
            try {
                for (Device device : rdma.devices()) {
                    device.endPorts().forEach(port -> bind(port, registry));
                }
            } catch (RdmaException e) {
                LOG.warn("No meters of the ports of this host: {}", e.getMessage());
            }
        }

        private void bind(EndPort port, MeterRegistry registry) {
            Reading reading = new Reading(port);
            readings.add(reading);
            Tags tags = Tags.of("device", port.device().name(), "port", String.valueOf(port.number()));
            for (String counter : port.counters().keySet()) {
                RdmaMeter.DEVICE_COUNTERS.count(
                        registry, reading, latest -> latest.of(counter), tags.and("counter", counter));
            }
        }

        /** A cached reading of one port, which serves all of its meters during a scrape. */
        private static final class Reading {
            private static final long FRESH_NANOS = 200_000_000;

            private final EndPort port;
            private Map<String, Long> counters = Map.of();
            private long at = System.nanoTime() - 2 * FRESH_NANOS;

            Reading(EndPort port) {
                this.port = port;
            }

            /** Returns the value of a counter, or NaN if the device is gone or no longer reports it. */
            synchronized double of(String counter) {
                if (System.nanoTime() - at > FRESH_NANOS) {
                    counters = read();
                    at = System.nanoTime();
                }
                Long count = counters.get(counter);
                return count == null ? Double.NaN : count >= 0 ? (double) count : count + 0x1p64;
            }

            private Map<String, Long> read() {
                try {
                    return port.counters();
                } catch (RdmaException e) {
                    return Map.of();
                }
            }
        }
    }

    /**
     * Registers the meters of management requests: their duration by class, method, attribute and outcome, and their
     * retries.
     */
    static final class MadMeters implements MeterBinder, MadTracer {
        private final List<Meters> bound = new CopyOnWriteArrayList<>();

        private record Meters(MeterRegistry registry, Counter retries, Map<Tags, Timer> timers) {
            Timer timer(Tags tags) {
                return timers.computeIfAbsent(tags, absent -> RdmaMeter.MAD_REQUESTS.timer(registry, tags));
            }
        }

        @Override
        public void bindTo(MeterRegistry registry) {
            Counter retries = Counter.builder(RdmaMeter.MAD_RETRIES.getName())
                    .description(RdmaMeter.MAD_RETRIES.description())
                    .register(registry);
            bound.add(new Meters(registry, retries, new ConcurrentHashMap<>()));
        }

        @Override
        public void sent(MadExchange exchange, int attempt) {
            if (attempt > 1) {
                bound.forEach(meters -> meters.retries.increment());
            }
        }

        @Override
        public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
            if (!bound.isEmpty()) {
                Tags tags = tags(exchange, failure);
                bound.forEach(meters -> meters.timer(tags).record(elapsed));
            }
        }

        /** Vendor classes share one timer, because their number is unlimited. */
        private static Tags tags(MadExchange exchange, @Nullable RdmaException failure) {
            ManagementClass managementClass = exchange.managementClass();
            boolean vendor = managementClass == ManagementClass.UNKNOWN;
            return Tags.of(
                    "class", vendor ? "vendor" : managementClass.name().toLowerCase(Locale.ROOT),
                    "method", vendor ? "vendor" : exchange.method(),
                    "attribute", vendor ? "vendor" : exchange.attribute(),
                    "outcome", outcome(failure));
        }

        private static String outcome(@Nullable RdmaException failure) {
            if (failure == null) {
                return "success";
            }
            return failure instanceof MadTimeoutException
                    ? "timeout"
                    : failure instanceof MadStatusException ? "refused" : "error";
        }
    }

    /** Registers the meters of readings and of validations of the subnet: their duration, their number and their results. */
    static final class SubnetMeters implements MeterBinder, SubnetListener {
        private final ObjectProvider<SubnetService> service;
        private final List<Timers> timers = new CopyOnWriteArrayList<>();

        private record Timers(Timer discovery, Timer sweep, Timer validation) {}

        SubnetMeters(ObjectProvider<SubnetService> service) {
            this.service = service;
        }

        @Override
        public void bindTo(MeterRegistry registry) {
            timers.add(new Timers(
                    RdmaMeter.SUBNET_DISCOVERY.timer(registry, Tags.empty()),
                    RdmaMeter.SUBNET_SWEEP.timer(registry, Tags.empty()),
                    RdmaMeter.VALIDATION_DURATION.timer(registry, Tags.empty())));
            SubnetService subnet = service.getObject();
            RdmaMeter.SUBNET_REFRESHES.count(registry, subnet, SubnetService::refreshes, Tags.empty());
            RdmaMeter.SUBNET_REFRESH_FAILURES.count(registry, subnet, SubnetService::failures, Tags.empty());
            gauge(
                    registry,
                    subnet,
                    RdmaMeter.SUBNET_NODES,
                    last -> last.subnet().nodes().size());
            gauge(
                    registry,
                    subnet,
                    RdmaMeter.SUBNET_UNANSWERED,
                    last -> last.failures().size());
            gauge(
                    registry,
                    subnet,
                    RdmaMeter.SUBNET_MANAGER_REACHABLE,
                    last -> last.manager().isReachable() ? 1 : 0);
            RdmaMeter.SUBNET_AGE.age(registry, subnet, all -> all.latest().map(SubnetSnapshot::taken));
            RdmaMeter.VALIDATION_RUNS.count(registry, subnet, SubnetService::validations, Tags.empty());
            RdmaMeter.VALIDATION_FAILURES.count(registry, subnet, SubnetService::failedValidations, Tags.empty());
            for (FabricCheck check : FabricValidation.CHECKS) {
                for (Severity severity : Severity.values()) {
                    RdmaMeter.VALIDATION_FINDINGS.gauge(
                            registry,
                            subnet,
                            validated -> findings(validated, check.id(), severity),
                            Tags.of(
                                    "check",
                                    check.id(),
                                    "severity",
                                    severity.name().toLowerCase(Locale.ROOT)));
                }
            }
            RdmaMeter.VALIDATION_AGE.age(
                    registry, subnet, all -> all.lastValidation().map(SubnetValidation::taken));
        }

        private static void gauge(
                MeterRegistry registry,
                SubnetService service,
                RdmaMeter meter,
                ToDoubleFunction<SubnetSnapshot> value) {
            meter.gauge(
                    registry,
                    service,
                    subnet -> subnet.latest().map(value::applyAsDouble).orElse(Double.NaN),
                    Tags.empty());
        }

        private static double findings(SubnetService subnet, String check, Severity severity) {
            return subnet.lastValidation()
                    .map(validation -> (double) validation.report().findings().stream()
                            .filter(finding -> finding.check().equals(check) && finding.severity() == severity)
                            .count())
                    .orElse(Double.NaN);
        }

        @Override
        public void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {
            for (Timers timer : timers) {
                timer.discovery.record(after.discoveryTime());
                if (!after.sweepTime().isZero()) {
                    timer.sweep.record(after.sweepTime());
                }
            }
        }

        @Override
        public void validated(@Nullable SubnetValidation before, SubnetValidation after) {
            timers.forEach(timer -> timer.validation.record(after.duration()));
        }
    }
}
