package io.verbena.stream;

import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A stream or a server, which a {@link StreamPoller} waits for. */
public abstract class StreamEnd implements Channel {
    private final Consumer<? super StreamEnd> forget;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final String name;
    final StreamEvents events;

    /**
     * Creates an end.
     *
     * @param forget is called when the end is closed
     */
    StreamEnd(StreamEvents events, Consumer<? super StreamEnd> forget, String name) {
        this.events = events;
        this.forget = forget;
        this.name = name;
    }

    /** Returns the {@link StreamReadiness} now, as bits. An event after this call ends the wait for {@link StreamEvents}. */
    abstract int ready();

    /** Wakes the threads that wait in a call of this end, and ends the connection. */
    abstract void end();

    final void requireOpen() {
        if (closed.get()) {
            throw new ClosedObjectException(this);
        }
    }

    /** Returns the local address. */
    public abstract InetSocketAddress localAddress();

    @Override
    public final boolean isOpen() {
        return !closed.get();
    }

    /**
     * Closes this stream or server, and wakes waiting threads. Written data is sent first; if the peer's device does not take it
     * within five seconds, the rest is lost. Does nothing the second time.
     */
    @Override
    public final void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                events.wakeUp();
                end();
            } finally {
                forget.accept(this);
            }
        }
    }

    @Override
    public final String toString() {
        return name;
    }
}
