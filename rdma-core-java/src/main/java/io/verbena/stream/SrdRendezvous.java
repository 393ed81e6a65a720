package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connections of streams over SRD. One thread accepts and connects them, exchanges what both sides announce, and then notices
 * their end.
 */
final class SrdRendezvous implements AutoCloseable {
    /** The time in which a peer that has connected must send its request. */
    private static final long REQUEST_SECONDS = 5;

    private static final long RETRY_SECONDS = 1;
    private static final long CLOSE_SECONDS = 5;

    /** The backlog of TCP. One that is longer than that of the streams delays a refusal, and a shorter one a connection. */
    private static final int MAX_TCP_BACKLOG = 1024;

    private final AsynchronousChannelGroup group;

    SrdRendezvous(String name) {
        try {
            group = AsynchronousChannelGroup.withFixedThreadPool(
                    1, work -> new CallbackThread(work, "verbena-srd-" + name));
        } catch (IOException e) {
            throw new RdmaException("cannot watch the TCP connections of streams: " + e.getMessage(), e);
        }
    }

    /** Connects to an address, and sends a request. */
    SrdLink connect(@Nullable InetSocketAddress source, InetSocketAddress address, SrdHello request)
            throws IOException {
        AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(group);
        try {
            if (source != null) {
                channel.bind(source);
            }
            SrdLink link = new SrdLink(channel, true);
            link.connect(address, request);
            return link;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    AsynchronousServerSocketChannel bind(InetSocketAddress address) throws IOException {
        AsynchronousServerSocketChannel channel = AsynchronousServerSocketChannel.open(group);
        try {
            return channel.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(address, MAX_TCP_BACKLOG);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Listens at a bound channel for peers that send a request, at most {@code backlog} of which have not sent it. */
    static void listen(AsynchronousServerSocketChannel channel, int backlog, Consumer<SrdLink> links) {
        Semaphore places = new Semaphore(backlog);
        channel.accept(channel, new CompletionHandler<>() {
            @Override
            public void completed(AsynchronousSocketChannel accepted, AsynchronousServerSocketChannel server) {
                if (!places.tryAcquire()) {
                    new ClosingFailures().close(accepted);
                } else if (!new ClosingFailures().attempt(() -> take(accepted, places, links))) {
                    places.release();
                    new ClosingFailures().close(accepted);
                }
                server.accept(server, this);
            }

            /** Without descriptors, tries again later. */
            @Override
            public void failed(Throwable cause, AsynchronousServerSocketChannel server) {
                if (server.isOpen()) {
                    CallbackThread.report(cause);
                    CompletableFuture.delayedExecutor(RETRY_SECONDS, TimeUnit.SECONDS)
                            .execute(() -> server.accept(server, this));
                }
            }
        });
    }

    private static void take(AsynchronousSocketChannel accepted, Semaphore places, Consumer<SrdLink> links) {
        SrdLink link;
        try {
            link = new SrdLink(accepted, false);
        } catch (IOException e) {
            throw new RdmaException("the peer has given up", e);
        }
        CompletableFuture<SrdHello> unused = link.hello()
                .orTimeout(REQUEST_SECONDS, TimeUnit.SECONDS)
                .whenComplete((hello, failure) -> {
                    places.release();
                    if (hello == null || !new ClosingFailures().attempt(() -> links.accept(link))) {
                        link.close();
                    }
                });
        link.read();
    }

    /** Closes all connections and ends the thread. */
    @Override
    public void close() {
        try {
            group.shutdownNow();
            if (!(Thread.currentThread() instanceof CallbackThread)) {
                boolean unused = group.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            throw new RdmaException("cannot close the TCP connections of streams: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
