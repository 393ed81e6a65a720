package io.verbena.spring.boot.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.verbena.netty.reactor.RdmaLoopResources;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.transport.ClientTransport;

/**
 * The event loops and the connections of Reactor Netty over RDMA. The factory is not a bean, because Spring Boot configures the bean of
 * its type for TCP.
 */
final class RdmaReactorResources implements AutoCloseable {
    private final @Nullable ReactorResourceFactory factory;

    RdmaReactorResources(@Nullable EventLoopGroup group) {
        if (group == null) {
            factory = null;
            return;
        }
        factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        // Event loops that are set, and not supplied, belong to their owner.
        factory.setLoopResources(RdmaLoopResources.of(group));
        factory.afterPropertiesSet();
    }

    /** Returns the resources, or null if the servers and clients use TCP because there is no device. */
    @Nullable ReactorResourceFactory factory() {
        return factory;
    }

    /** Lets a client resolve names with the JDK, because Netty's resolver needs a datagram channel. */
    static <T extends ClientTransport<T, ?>> T resolving(T client) {
        return client.resolver(DefaultAddressResolverGroup.INSTANCE);
    }

    @Override
    public void close() {
        if (factory != null) {
            factory.destroy();
        }
    }
}
