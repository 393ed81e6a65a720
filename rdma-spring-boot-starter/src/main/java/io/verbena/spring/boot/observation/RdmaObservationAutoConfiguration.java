package io.verbena.spring.boot.observation;

import io.micrometer.observation.ObservationRegistry;
import io.verbena.Rdma;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.connection.RequestInterceptor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of observations of requests, if {@code rdma.observations} is set. */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnClass({Rdma.class, ObservationRegistry.class})
@ConditionalOnBooleanProperty("rdma.observations")
public final class RdmaObservationAutoConfiguration {

    @Bean
    RdmaCustomizer rdmaObservationCustomizer(
            ObjectProvider<ObservationRegistry> registry, ObjectProvider<MadObservationConvention> convention) {
        return builder -> builder.tracer(new MadObservations(
                SingletonSupplier.of(() -> registry.getIfAvailable(() -> ObservationRegistry.NOOP)),
                SingletonSupplier.of(() -> convention.getIfAvailable(() -> new MadObservationConvention() {}))));
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RequestInterceptor rdmaRequestObservations(
            ObjectProvider<ObservationRegistry> registry,
            ObjectProvider<RequestObservationConvention> clients,
            ObjectProvider<ListenerObservationConvention> servers) {
        return new RequestObservations(
                SingletonSupplier.of(() -> registry.getIfAvailable(() -> ObservationRegistry.NOOP)),
                SingletonSupplier.of(() -> clients.getIfAvailable(() -> new RequestObservationConvention() {})),
                SingletonSupplier.of(() -> servers.getIfAvailable(() -> new ListenerObservationConvention() {})));
    }
}
