package io.verbena.exchange;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A side channel over a socket. */
public final class SocketSideChannel implements SideChannel {
    private final SocketChannel socket;
    private final Selector selector;
    private final SelectionKey key;
    private final String name;

    private SocketSideChannel(SocketChannel socket, String name) throws IOException {
        this.socket = socket;
        this.name = name;
        socket.configureBlocking(false);
        selector = Selector.open();
        key = socket.register(selector, 0);
    }

    /**
     * Creates a side channel over a connected socket, which is closed with the side channel.
     *
     * @throws ExchangeException if the socket cannot be used
     */
    public static SocketSideChannel over(SocketChannel socket) {
        try {
            return new SocketSideChannel(socket, String.valueOf(socket.getRemoteAddress()));
        } catch (IOException e) {
            closeQuietly(socket);
            throw ExchangeException.broken("a socket", e);
        }
    }

    /**
     * Connects to a peer that listens.
     *
     * @throws PeerClosedException if no program listens at the address
     * @throws ExchangeTimeoutException if it takes longer
     * @throws ExchangeException if the address cannot be reached
     */
    public static SocketSideChannel connect(InetSocketAddress address, Duration timeout) {
        return connect(null, address, timeout);
    }

    /**
     * Connects to a peer that listens, from an address of this host.
     *
     * @param source the local address; null for the one on the route to the peer
     * @throws PeerClosedException if no program listens at the address
     * @throws ExchangeTimeoutException if it takes longer
     * @throws ExchangeException if the address cannot be reached, or the source is not an address of this host
     */
    public static SocketSideChannel connect(@Nullable InetAddress source, InetSocketAddress address, Duration timeout) {
        if (address.isUnresolved()) {
            throw new ExchangeException(
                    "the name '" + address.getHostString() + "' has no address; is it spelled right, and known to DNS?",
                    null);
        }
        SocketSideChannel channel = null;
        boolean connected = false;
        try {
            SocketChannel socket = SocketChannel.open();
            channel = new SocketSideChannel(socket, address.toString());
            if (source != null) {
                socket.bind(new InetSocketAddress(source, 0));
            }
            if (!socket.connect(address)) {
                channel.await(SelectionKey.OP_CONNECT, timeout);
                if (!socket.finishConnect()) {
                    throw new ExchangeTimeoutException(
                            address + " does not answer within " + timeout.toMillis() + " ms");
                }
            }
            connected = true;
            return channel;
        } catch (ConnectException e) {
            throw new PeerClosedException("no program listens at " + address + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw ExchangeException.broken(address, e);
        } finally {
            if (channel != null && !connected) {
                channel.close();
            }
        }
    }

    @Override
    public int read(ByteBuffer into, Duration timeout) throws IOException {
        int count = socket.read(into);
        if (count == 0 && into.hasRemaining() && await(SelectionKey.OP_READ, timeout)) {
            count = socket.read(into);
        }
        return count;
    }

    @Override
    public int write(ByteBuffer from, Duration timeout) throws IOException {
        int count = socket.write(from);
        if (count == 0 && from.hasRemaining() && await(SelectionKey.OP_WRITE, timeout)) {
            count = socket.write(from);
        }
        return count;
    }

    private boolean await(int operation, Duration timeout) throws IOException {
        key.interestOps(operation);
        boolean ready = select(selector, timeout) > 0;
        selector.selectedKeys().clear();
        return ready;
    }

    /** Waits for a selector; a timeout below 1 ms is rounded up. */
    static int select(Selector selector, Duration timeout) throws IOException {
        return timeout.isZero() || timeout.isNegative()
                ? selector.selectNow()
                : selector.select(Math.max(1, Math.min(timeout.toMillis(), Integer.MAX_VALUE)));
    }

    @Override
    public void close() {
        closeQuietly(selector);
        closeQuietly(socket);
    }

    /** Closes a channel, and only logs a failure: unwritten bytes are lost in any case. */
    static void closeQuietly(@Nullable AutoCloseable channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (Exception e) {
            String what = channel instanceof SelectableChannel ? "a socket" : "a selector";
            System.getLogger(SocketSideChannel.class.getName())
                    .log(System.Logger.Level.DEBUG, what + " was not closed", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
