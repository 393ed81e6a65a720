package io.verbena.spring.boot.connection;

import io.verbena.connection.RdmaConnection;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Stands around each request: those that an {@link RdmaTemplate} sends, and those that a listener answers. Beans of this type
 * are called in their order, the first outermost. Called by any thread, and several at once.
 */
public interface RequestInterceptor {
    /** None. */
    RequestInterceptor NONE = new RequestInterceptor() {};

    /**
     * A client sends a request.
     *
     * @param client its name
     * @param server where it goes
     * @param message it, from its position to its limit; not to be changed
     * @param next sends it; throws if it cannot be sent, or cannot connect
     * @return the answer to come
     */
    default CompletableFuture<ByteBuffer> send(
            String client, InetSocketAddress server, ByteBuffer message, Supplier<CompletableFuture<ByteBuffer>> next) {
        return next.get();
    }

    /**
     * A listener answers a request.
     *
     * @param server its name
     * @param connection on which it came
     * @param message it, from its position to its limit; not to be changed
     * @param next lets the listener answer; throws what that throws
     * @return the answer
     */
    default ByteBuffer answer(String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
        return next.get();
    }

    /** One around all of them. */
    static RequestInterceptor of(List<RequestInterceptor> interceptors) {
        RequestInterceptor all = NONE;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            all = all == NONE ? interceptors.get(i) : new Nested(interceptors.get(i), all);
        }
        return all;
    }

    /** One around another. */
    record Nested(RequestInterceptor outer, RequestInterceptor inner) implements RequestInterceptor {
        @Override
        public CompletableFuture<ByteBuffer> send(
                String client,
                InetSocketAddress server,
                ByteBuffer message,
                Supplier<CompletableFuture<ByteBuffer>> next) {
            return outer.send(client, server, message, () -> inner.send(client, server, message, next));
        }

        @Override
        public ByteBuffer answer(
                String server, RdmaConnection connection, ByteBuffer message, Supplier<ByteBuffer> next) {
            return outer.answer(server, connection, message, () -> inner.answer(server, connection, message, next));
        }
    }
}
