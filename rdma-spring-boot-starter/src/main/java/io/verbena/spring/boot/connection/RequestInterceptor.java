package io.verbena.spring.boot.connection;

import io.verbena.connection.RdmaConnection;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Intercepts the requests that an {@link RdmaTemplate} sends, and those that a listener handles. Beans of this type are
 * called in their order, the first outermost, and concurrently by any thread.
 */
public interface RequestInterceptor {
    /** An interceptor that only calls the next one. */
    RequestInterceptor NONE = new RequestInterceptor() {};

    /**
     * Intercepts a request at the client.
     *
     * @param client the name of the client
     * @param server the address of the server
     * @param message the request, from its position to its limit; it must not be changed
     * @param next sends the request; throws an exception if it cannot connect or cannot send
     * @return the future of the response
     */
    default CompletableFuture<ByteBuffer> sendAsync(
            String client, InetSocketAddress server, ByteBuffer message, Supplier<CompletableFuture<ByteBuffer>> next) {
        return next.get();
    }

    /**
     * Intercepts a request at the server.
     *
     * @param server the name of the server
     * @param connection the connection on which the request arrived
     * @param message the request, from its position to its limit; it must not be changed
     * @param next calls the listener, and throws what the listener throws
     * @return the response
     */
    default ByteBuffer answer(String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
        return next.get();
    }

    /** Combines interceptors, the first outermost. */
    static RequestInterceptor of(List<RequestInterceptor> interceptors) {
        RequestInterceptor all = NONE;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            all = all == NONE ? interceptors.get(i) : new Nested(interceptors.get(i), all);
        }
        return all;
    }

    /** Calls one interceptor around another. */
    record Nested(RequestInterceptor outer, RequestInterceptor inner) implements RequestInterceptor {
        @Override
        public CompletableFuture<ByteBuffer> sendAsync(
                String client,
                InetSocketAddress server,
                ByteBuffer message,
                Supplier<CompletableFuture<ByteBuffer>> next) {
            return outer.sendAsync(client, server, message, () -> inner.sendAsync(client, server, message, next));
        }

        @Override
        public ByteBuffer answer(
                String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
            return outer.answer(server, connection, message, () -> inner.answer(server, connection, message, next));
        }
    }
}
