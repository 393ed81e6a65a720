package io.verbena.spring.boot.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.verbena.connection.RdmaConnection;
import io.verbena.spring.boot.connection.RequestInterceptor;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Creates observations of the requests that clients send and of those that listeners handle. */
final class RequestObservations implements RequestInterceptor {
    private final Supplier<ObservationRegistry> registry;
    private final Supplier<RequestObservationConvention> clients;
    private final Supplier<ListenerObservationConvention> servers;

    RequestObservations(
            Supplier<ObservationRegistry> registry,
            Supplier<RequestObservationConvention> clients,
            Supplier<ListenerObservationConvention> servers) {
        this.registry = registry;
        this.clients = clients;
        this.servers = servers;
    }

    @Override
    public CompletableFuture<ByteBuffer> send(
            String client, InetSocketAddress server, ByteBuffer message, Supplier<CompletableFuture<ByteBuffer>> next) {
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
    public ByteBuffer answer(String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
        return Observation.createNotStarted(
                        servers.get(),
                        servers.get(),
                        () -> new ListenerObservationContext(server, connection, message),
                        registry.get())
                .observe(next);
    }
}
