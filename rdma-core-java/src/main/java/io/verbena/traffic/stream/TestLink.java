package io.verbena.traffic.stream;

import io.verbena.stream.RdmaStream;
import io.verbena.stream.StreamPoller;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.Streams;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.stream.StreamTestOptions.StreamWaits;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A connection of a test, on which whole messages are read and written. */
abstract class TestLink implements AutoCloseable {
    private static final int TRIES_BEFORE_PAUSE = 1000;
    private final Duration timeout;

    TestLink(Duration timeout) {
        this.timeout = timeout;
    }

    abstract int readSome(ByteBuffer into) throws IOException;

    abstract int writeSome(ByteBuffer from) throws IOException;

    /** Waits until bytes can be read or written; returns at once if the calls block themselves. */
    abstract void await(boolean readable) throws IOException;

    @Override
    public abstract void close();

    void read(ByteBuffer into) {
        transfer(into, true);
    }

    void write(ByteBuffer from) {
        transfer(from, false);
    }

    private void transfer(ByteBuffer bytes, boolean reads) {
        Deadline deadline = Deadline.in(timeout);
        try {
            for (int tries = 0; bytes.hasRemaining(); tries++) {
                int count = reads ? readSome(bytes) : writeSome(bytes);
                if (count < 0) {
                    throw new TrafficException(this + ": the peer ended the stream " + bytes.remaining()
                            + " bytes before the end of a message; check that it has the same options");
                }
                if (count == 0) {
                    await(reads);
                    pause(tries, deadline, bytes.remaining());
                }
            }
        } catch (IOException e) {
            throw new TrafficException(this + ": " + e.getMessage());
        }
    }

    /** Lets other threads run from time to time, and ends the wait at the deadline. */
    void pause(int tries, Deadline deadline, int missing) {
        if (tries % TRIES_BEFORE_PAUSE != TRIES_BEFORE_PAUSE - 1) {
            Thread.onSpinWait();
            return;
        }
        if (deadline.isOver()) {
            throw new TrafficException(this + ": " + missing + " bytes of a message were not transferred within "
                    + timeout.toMillis() + " ms; check that the peer has the same options");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedWaitException(this);
        }
        LockSupport.parkNanos(1000);
    }

    Duration timeout() {
        return timeout;
    }

    static final class RdmaLink extends TestLink {
        final RdmaStream stream;
        private final StreamWaits waits;
        private final @Nullable StreamPoller poller;
        private final @Nullable ScheduledExecutorService prober;

        RdmaLink(Streams streams, RdmaStream stream, StreamTestOptions options, Duration timeout) {
            super(timeout);
            this.stream = stream.timeout(timeout);
            waits = options.waits();
            poller = waits == StreamWaits.POLLING ? streams.poller() : null;
            prober = options.keepAlive().isZero()
                    ? null
                    : prober(options.keepAlive().toNanos());
        }

        private ScheduledExecutorService prober(long interval) {
            ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "keep-alive of " + stream);
                thread.setDaemon(true);
                return thread;
            });
            // The first probe that finds the stream closed ends this.
            ScheduledFuture<?> unused =
                    executor.scheduleAtFixedRate(stream::probe, interval, interval, TimeUnit.NANOSECONDS);
            return executor;
        }

        @Override
        int readSome(ByteBuffer into) {
            return waits == StreamWaits.BLOCKING ? stream.read(into) : stream.readNow(into);
        }

        @Override
        int writeSome(ByteBuffer from) {
            return waits == StreamWaits.BLOCKING ? stream.write(from) : stream.writeNow(from);
        }

        @Override
        void await(boolean readable) {
            if (poller != null) {
                poller.add(stream, Set.of(readable ? StreamReadiness.READABLE : StreamReadiness.WRITABLE));
                poller.poll(timeout());
            }
        }

        @Override
        public void close() {
            if (prober != null) {
                prober.shutdownNow();
            }
            if (poller != null) {
                poller.close();
            }
            stream.close();
        }

        @Override
        public String toString() {
            return stream.toString();
        }
    }

    static final class SocketLink extends TestLink {
        private final SocketChannel socket;
        private final @Nullable Selector selector;

        SocketLink(SocketChannel socket, StreamWaits waits, Duration timeout) throws IOException {
            super(timeout);
            this.socket = socket;
            socket.configureBlocking(waits == StreamWaits.BLOCKING);
            selector = waits == StreamWaits.POLLING ? Selector.open() : null;
            if (selector != null) {
                socket.register(selector, 0);
            }
        }

        @Override
        int readSome(ByteBuffer into) throws IOException {
            return socket.read(into);
        }

        @Override
        int writeSome(ByteBuffer from) throws IOException {
            return socket.write(from);
        }

        @Override
        void await(boolean readable) throws IOException {
            if (selector != null) {
                socket.keyFor(selector).interestOps(readable ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
                selector.select(key -> {}, timeout().toMillis());
            }
        }

        @Override
        public void close() {
            try {
                if (selector != null) {
                    selector.close();
                }
                socket.close();
            } catch (IOException e) {
                throw new TrafficException("cannot close " + this + ": " + e.getMessage());
            }
        }

        @Override
        public String toString() {
            return "TestLink[" + socket + "]";
        }
    }
}
