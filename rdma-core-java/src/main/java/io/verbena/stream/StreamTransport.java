package io.verbena.stream;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Establishes the connections of streams, whose completions go to one {@link StreamEvents}. */
interface StreamTransport extends AutoCloseable {
    /** Connects over the same devices, for other events. The caller closes the result before this object. */
    StreamTransport with(StreamEvents events);

    /** Connects to an address. If the caller completes the future with a failure, everything is freed. */
    CompletableFuture<StreamConnection> connect(
            @Nullable SocketAddress source, SocketAddress address, StreamSizes sizes, Duration timeout);

    /**
     * Binds an address.
     *
     * @param reuse whether an address may be bound that is in use
     */
    Listener bind(SocketAddress address, boolean reuse);

    /** Accepts a request. */
    CompletableFuture<StreamConnection> accept(StreamRequest request, StreamSizes sizes);

    @Override
    void close();

    /** A bound address, which receives requests until it is closed. */
    interface Listener extends AutoCloseable {
        SocketAddress address();

        /**
         * Starts to listen for requests, which go to a consumer on a thread of the transport. Those of peers that have another
         * protocol are rejected.
         */
        void start(int backlog, Consumer<StreamRequest> requests);

        @Override
        void close();
    }
}
