package io.verbena.exchange;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;

/** Listens for side channels that peers open to this host. For one thread at a time. */
public final class SocketListener implements AutoCloseable {
    private final ServerSocketChannel socket;
    private final Selector selector;

    private SocketListener(ServerSocketChannel socket, Selector selector) {
        this.socket = socket;
        this.selector = selector;
    }

    /**
     * Listens at an address of this host; port 0 for a free port.
     *
     * @throws ExchangeException if it cannot listen, for example because the address is in use
     */
    public static SocketListener at(InetSocketAddress address) {
        ServerSocketChannel socket = null;
        Selector selector = null;
        boolean listening = false;
        try {
            socket = ServerSocketChannel.open();
            selector = Selector.open();
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address);
            socket.configureBlocking(false);
            socket.register(selector, SelectionKey.OP_ACCEPT);
            listening = true;
            return new SocketListener(socket, selector);
        } catch (BindException e) {
            throw new ExchangeException(
                    "cannot listen at " + address + ": " + e.getMessage() + "; choose another port or address", e);
        } catch (IOException e) {
            throw ExchangeException.broken(address, e);
        } finally {
            if (!listening) {
                SocketSideChannel.closeQuietly(selector);
                SocketSideChannel.closeQuietly(socket);
            }
        }
    }

    /** Returns the local address. */
    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) socket.getLocalAddress();
        } catch (IOException e) {
            throw ExchangeException.broken("a listening socket", e);
        }
    }

    /**
     * Waits for the next side channel.
     *
     * @return the side channel; empty after the timeout
     * @throws ExchangeException if this listener is closed meanwhile
     */
    public Optional<SideChannel> accept(Duration timeout) {
        try {
            SocketChannel accepted = socket.accept();
            if (accepted == null && SocketSideChannel.select(selector, timeout) > 0) {
                selector.selectedKeys().clear();
                accepted = socket.accept();
            }
            return Optional.ofNullable(accepted).map(SocketSideChannel::over);
        } catch (IOException e) {
            throw ExchangeException.broken("a listening socket", e);
        }
    }

    @Override
    public void close() {
        SocketSideChannel.closeQuietly(selector);
        SocketSideChannel.closeQuietly(socket);
    }
}
