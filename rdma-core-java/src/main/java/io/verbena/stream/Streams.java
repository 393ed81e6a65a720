package io.verbena.stream;

import io.verbena.error.SysException;
import io.verbena.spi.stream.StreamDriver;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Where streams come from. Closing it closes them. */
public final class Streams implements AutoCloseable {
    private final StreamDriver driver;
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** The streams of a provider. */
    public Streams(StreamDriver driver) {
        this.driver = driver;
    }

    StreamDriver driver() {
        return driver;
    }

    /**
     * Opens a stream to where the other side {@linkplain #listen listens}, which may be any program with rsocket(7).
     *
     * @throws StreamTimeoutException if it takes longer
     * @throws SysException if nobody listens there, or no device reaches the address
     */
    public RdmaStream connect(InetSocketAddress address, Duration timeout) {
        return connect(address, StreamSettings.DEFAULTS, timeout);
    }

    /** The same with settings of its own. */
    public RdmaStream connect(InetSocketAddress address, StreamSettings settings, Duration timeout) {
        checkOpen();
        RdmaStream stream = adopt(new RdmaStream(this, driver.open(address), address));
        return orClose(stream, () -> {
            set(stream, settings);
            stream.connect(address, timeout);
        });
    }

    /**
     * Listens for streams at an address of this host; port 0 for one that is free.
     *
     * @param backlog how many may wait to be accepted
     * @throws SysException if another has the address, or no device does
     */
    public RdmaStreamServer listen(InetSocketAddress address, int backlog) {
        return listen(address, StreamSettings.DEFAULTS, backlog);
    }

    /** The same with settings, which those who are accepted have, too. */
    public RdmaStreamServer listen(InetSocketAddress address, StreamSettings settings, int backlog) {
        checkOpen();
        RdmaStreamServer server = adopt(new RdmaStreamServer(this, driver.open(address), address));
        return orClose(server, () -> {
            set(server, settings);
            server.listen(address, backlog);
        });
    }

    /** Waits for many streams at once. */
    public StreamPoller poller() {
        checkOpen();
        StreamPoller poller = new StreamPoller(this);
        open.add(poller);
        return poller;
    }

    RdmaStream accepted(int number) {
        InetSocketAddress peer = Objects.requireNonNull(driver.peer(number), "who connects has an address");
        RdmaStream stream = adopt(new RdmaStream(this, number, peer));
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
        // Whoever closed this meanwhile may have looked before.
        if (closed) {
            end.close();
        }
        return end;
    }

    void forget(AutoCloseable end) {
        open.remove(end);
    }

    private void checkOpen() {
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    /** Whether it is not closed yet. */
    public boolean isOpen() {
        return !closed;
    }

    /** Closes all streams, those who listen, and pollers. Does nothing the second time. */
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
