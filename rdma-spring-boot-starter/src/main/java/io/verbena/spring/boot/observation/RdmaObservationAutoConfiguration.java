package io.verbena.spring.boot.observation;

import io.micrometer.observation.ObservationRegistry;
import io.verbena.Rdma;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Observations of requests, where {@code rdma.observations} asks for them. */
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
}
