package io.verbena.stream;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connection of a stream over SRD. Each side sends one {@link SrdHello}. After that the connection carries nothing, and its end
 * is that of the stream: the system of a program that has ended closes it.
 */
final class SrdLink implements SrdRendezvous.Watched {
    private final SrdRendezvous rendezvous;
    private final SocketChannel channel;

    /** The request, which is sent once the connection is established; null if the peer sends it. */
    private final @Nullable SrdHello request;

    private final long deadline;
    private final ByteBuffer in = ByteBuffer.allocate(SrdHello.BYTES);
    private final CompletableFuture<SrdHello> hello = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * Creates a link.
     *
     * @param deadline the {@link System#nanoTime} by which the peer must have sent; 0 for no limit
     */
    SrdLink(SrdRendezvous rendezvous, SocketChannel channel, @Nullable SrdHello request, long deadline)
            throws IOException {
        this.rendezvous = rendezvous;
        this.channel = channel;
        this.request = request;
        this.deadline = deadline;
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
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

    @Override
    public void look(SelectionKey key) throws IOException {
        if (deadline != 0 && !hello.isDone() && System.nanoTime() - deadline > 0) {
            throw new IOException("the peer did not send a request in time");
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (key.isReadable()) {
            read();
        } else if (!key.isConnectable() || channel.finishConnect()) {
            if (request != null) {
                send(request);
            }
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void read() throws IOException {
        if (hello.isDone()) {
            throw end(channel.read(ByteBuffer.allocate(1)));
        }
        if (channel.read(in) < 0) {
            throw new EOFException("the peer has closed the connection");
        }
        if (!in.hasRemaining()) {
            SrdHello read = SrdHello.decode(in.flip());
            if (read.accepts() != (request != null)) {
                throw new StreamProtocolException(
                        "the peer sent a request where an acceptance belongs, or the reverse");
            }
            hello.complete(read);
        }
    }

    private static IOException end(int count) {
        return count < 0
                ? new EOFException("the peer has closed the connection")
                : new IOException("the peer sent more than one message");
    }

    /** Sends what this side announces. The connection has room for it, since it is the first that is sent. */
    void send(SrdHello mine) throws IOException {
        ByteBuffer bytes = mine.encode();
        int written = channel.write(bytes);
        if (written < SrdHello.BYTES) {
            throw new IOException("the TCP connection takes no " + SrdHello.BYTES + " bytes");
        }
    }

    @Override
    public void failed(IOException cause) {
        hello.completeExceptionally(cause);
        ended.complete(null);
    }

    /** Closes the connection. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection has ended in any case.
            hello.completeExceptionally(e);
        }
        rendezvous.wakeUp();
        hello.completeExceptionally(new IOException("this side has closed the connection"));
        ended.complete(null);
    }

    @Override
    public String toString() {
        return "SrdLink[" + channel + "]";
    }
}
