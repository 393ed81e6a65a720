package io.verbena.spring.boot.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.verbena.Rdma;
import io.verbena.connection.RdmaConnection;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.connection.RequestInterceptor;
import io.verbena.spring.boot.observation.ListenerObservationConvention.ListenerObservationContext;
import io.verbena.spring.boot.observation.MadObservationConvention.MadObservationContext;
import io.verbena.spring.boot.observation.RequestObservationConvention.RequestObservationContext;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

    private static final class MadObservations implements MadTracer {
        private final Supplier<ObservationRegistry> registry;
        private final Supplier<MadObservationConvention> convention;
        private final Map<MadExchange, Observation> open = new ConcurrentHashMap<>();

        private MadObservations(Supplier<ObservationRegistry> registry, Supplier<MadObservationConvention> convention) {
            this.registry = registry;
            this.convention = convention;
        }

        @Override
        public void sent(MadExchange exchange, int attempt) {
            if (attempt <= 1 && !registry.get().isNoop()) {
                open.computeIfAbsent(exchange, this::start);
            }
        }

        private Observation start(MadExchange exchange) {
            return Observation.start(
                    convention.get(), convention.get(), () -> new MadObservationContext(exchange), registry.get());
        }

        @Override
        public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
            Observation observation = open.remove(exchange);
            if (observation != null) {
                if (failure != null) {
                    observation.error(failure);
                }
                observation.stop();
            }
        }
    }

    private record RequestObservations(
            Supplier<ObservationRegistry> registry,
            Supplier<RequestObservationConvention> clients,
            Supplier<ListenerObservationConvention> servers)
            implements RequestInterceptor {
        @Override
        public CompletableFuture<ByteBuffer> sendAsync(
                String client,
                InetSocketAddress server,
                ByteBuffer message,
                Supplier<CompletableFuture<ByteBuffer>> next) {
            Observation observation = Observation.start(
                    clients.get(),
                    clients.get(),
                    () -> new RequestObservationContext(client, server, message),
                    registry.get());
            try {
                return observation.scoped(next).whenComplete((answer, failure) -> {
                    if (failure != null) {
                        observation.error(failure);
                    }
                    observation.stop();
                });
            } catch (RuntimeException e) {
                // The scope of the observation has recorded the exception.
                observation.stop();
                throw e;
            }
        }

        @Override
        public ByteBuffer answer(
                String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
            return Observation.createNotStarted(
                            servers.get(),
                            servers.get(),
                            () -> new ListenerObservationContext(server, connection, message),
                            registry.get())
                    .observe(next);
        }
    }
}
