package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.error.FutureErrors;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The TCP connection of a stream over SRD. Each side sends one {@link SrdHello}. After that the connection carries nothing, and its end
 * is that of the stream: the system of a program that has ended closes it.
 */
final class SrdLink {
    private final AsynchronousSocketChannel channel;

    /** Whether this side sends the request, and the peer accepts it. */
    private final boolean asks;

    private final ByteBuffer in = ByteBuffer.allocate(SrdHello.BYTES);
    private final CompletableFuture<SrdHello> hello = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** The step that follows an operation of the channel; an exception ends the connection. */
    private interface Step<V> {
        void run(V result) throws IOException;
    }

    SrdLink(AsynchronousSocketChannel channel, boolean asks) throws IOException {
        this.channel = channel;
        this.asks = asks;
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    private static <V> CompletionHandler<V, SrdLink> then(Step<V> step) {
        return new CompletionHandler<>() {
            @Override
            public void completed(V result, SrdLink link) {
                try {
                    step.run(result);
                } catch (IOException | RuntimeException e) {
                    link.end(e);
                }
            }

            @Override
            public void failed(Throwable cause, SrdLink link) {
                link.end(cause);
            }
        };
    }

    /** Returns a future of what the peer has sent. */
    CompletableFuture<SrdHello> hello() {
        return hello;
    }

    /** Returns a future that completes when the TCP connection has ended. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    InetSocketAddress localAddress() throws IOException {
        return (InetSocketAddress) channel.getLocalAddress();
    }

    InetSocketAddress peerAddress() throws IOException {
        return (InetSocketAddress) channel.getRemoteAddress();
    }

    /** Connects to an address, and then sends a request and reads the answer. */
    void connect(InetSocketAddress address, SrdHello request) {
        channel.connect(address, this, then(connected -> {
            send(request);
            read();
        }));
    }

    /** Reads what the peer announces, and then waits for the end of the connection. */
    void read() {
        channel.read(hello.isDone() ? ByteBuffer.allocate(1) : in, this, then(count -> {
            take(count);
            read();
        }));
    }

    private void take(int count) throws IOException {
        if (count < 0) {
            throw new EOFException("the peer has closed the connection");
        }
        if (hello.isDone()) {
            throw new IOException("the peer sent more than one message");
        }
        if (!in.hasRemaining()) {
            SrdHello read = SrdHello.decode(in.flip());
            if (read.accepts() != asks) {
                throw new StreamProtocolException(
                        "the peer sent a request where an acceptance belongs, or the reverse");
            }
            hello.complete(read);
        }
    }

    /** Sends what this side announces, without waiting: the connection has room for the first that is sent. */
    void send(SrdHello mine) throws IOException {
        try {
            if (channel.write(mine.encode()).get() < SrdHello.BYTES) {
                throw new IOException("the TCP connection takes no " + SrdHello.BYTES + " bytes");
            }
        } catch (ExecutionException e) {
            throw new IOException(FutureErrors.cause(e).getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread was interrupted", e);
        }
    }

    private void end(Throwable cause) {
        new ClosingFailures().close(channel);
        hello.completeExceptionally(cause);
        ended.complete(null);
    }

    void close() {
        end(new IOException("this side has closed the connection"));
    }

    @Override
    public String toString() {
        return "SrdLink[" + channel + "]";
    }
}
