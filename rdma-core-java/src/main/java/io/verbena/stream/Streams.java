package io.verbena.stream;

import io.verbena.error.SysException;
import io.verbena.spi.stream.StreamDriver;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Opens streams and listens for them. Closing this object closes all of them. */
public final class Streams implements AutoCloseable {
    private final StreamDriver driver;
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Creates the streams of a provider. */
    public Streams(StreamDriver driver) {
        this.driver = driver;
    }

    /**
     * Opens a stream to a program that {@linkplain #listen listens} with rsocket(7).
     *
     * @throws StreamTimeoutException if it takes longer than the timeout
     * @throws SysException if no program listens at the address, or no device reaches it
     */
    public RdmaStream connect(InetSocketAddress address, Duration timeout) {
        return connect(address, StreamSettings.DEFAULTS, timeout);
    }

    /** Opens a stream with settings; see {@link #connect(InetSocketAddress, Duration)}. */
    public RdmaStream connect(InetSocketAddress address, StreamSettings settings, Duration timeout) {
        checkOpen();
        RdmaStream stream = adopt(new RdmaStream(driver, open::remove, driver.open(address), address));
        return orClose(stream, () -> {
            set(stream, settings);
            stream.connect(address, timeout);
        });
    }

    /**
     * Listens for streams at an address of this host.
     *
     * @param address the address; port 0 for a free port
     * @param backlog maximum number of streams that are not accepted yet
     * @throws SysException if the address is in use, or no device has it
     */
    public RdmaStreamServer listen(InetSocketAddress address, int backlog) {
        return listen(address, StreamSettings.DEFAULTS, backlog);
    }

    /** Listens with settings, which accepted streams inherit; see {@link #listen(InetSocketAddress, int)}. */
    public RdmaStreamServer listen(InetSocketAddress address, StreamSettings settings, int backlog) {
        checkOpen();
        RdmaStreamServer server =
                adopt(new RdmaStreamServer(driver, open::remove, this::accepted, driver.open(address), address));
        return orClose(server, () -> {
            set(server, settings);
            server.listen(address, backlog);
        });
    }

    /** Creates a poller, which waits for many streams. */
    public StreamPoller poller() {
        checkOpen();
        StreamPoller poller = new StreamPoller(driver, open::contains, open::remove);
        open.add(poller);
        return poller;
    }

    private RdmaStream accepted(int number) {
        InetSocketAddress peer = Objects.requireNonNull(driver.peer(number), "a connected stream has a peer address");
        RdmaStream stream = adopt(new RdmaStream(driver, open::remove, number, peer));
        return orClose(stream, stream::connected);
    }

    private void set(StreamEnd end, StreamSettings settings) {
        end.using(() -> settings.options().forEach((option, value) -> driver.option(end.number, option, value)));
    }

    private static <T extends StreamEnd> T orClose(T end, Runnable call) {
        boolean done = false;
        try {
            call.run();
            done = true;
            return end;
        } finally {
            if (!done) {
                end.close();
            }
        }
    }

    private <T extends StreamEnd> T adopt(T end) {
        open.add(end);
        // A concurrent close may not have found the stream.
        if (closed) {
            end.close();
        }
        return end;
    }

    private void checkOpen() {
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    /** Returns whether this is open. */
    public boolean isOpen() {
        return !closed;
    }

    /** Closes all streams, servers and pollers. Does nothing the second time. */
    @Override
    public void close() {
        closed = true;
        for (AutoCloseable end : open) {
            if (end instanceof StreamEnd stream) {
                stream.close();
            } else if (end instanceof StreamPoller poller) {
                poller.close();
            }
        }
    }

    @Override
    public String toString() {
        return "Streams";
    }
}
