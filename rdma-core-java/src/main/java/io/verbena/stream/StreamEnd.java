package io.verbena.stream;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Lifecycle;
import java.net.SocketAddress;
import java.nio.channels.Channel;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A stream or a server, which a {@link StreamPoller} waits for. */
public abstract class StreamEnd implements Channel {
    private final Lifecycle life;
    private final String name;
    final StreamEvents events;

    /** Creates an end; {@code forget} is called when it is closed. */
    StreamEnd(StreamEvents events, Consumer<? super StreamEnd> forget, String name) {
        this.events = events;
        this.name = name;
        this.life = new Lifecycle(this, new Lifecycle.Hooks() {
            @Override
            public boolean lock(ReentrantLock closing) {
                return !closing.isHeldByCurrentThread() && closing.tryLock();
            }

            @Override
            public void wake() {
                events.wakeUp();
            }

            @Override
            public void destroy() {
                try {
                    end();
                } finally {
                    forget.accept(StreamEnd.this);
                }
            }
        });
    }

    /** Returns the {@link StreamReadiness} now, as bits. */
    abstract int ready();

    /**
     * Returns the {@link StreamReadiness} now, as bits. An event after this call ends the wait for {@link StreamEvents}, of which the
     * caller waits for {@code wanted}.
     */
    int armed(int wanted) {
        return ready();
    }

    /** Returns whether nothing has happened since {@link #armed} found nothing. The completion channel was read before. */
    boolean isQuiet() {
        return false;
    }

    /** Yields the processor if that has recently paid off, and returns whether it did; the caller looks again then. */
    boolean tryYield() {
        return false;
    }

    /** Ends {@link #isQuiet}. */
    void touch() {}

    /** Wakes the threads that wait in a call of this end, and ends the connection. */
    abstract void end();

    final void requireOpen() {
        life.requireOpen();
    }

    /** Returns the local address, of the type of the address that the stream or the server was opened with. */
    public abstract SocketAddress localAddress();

    @Override
    public final boolean isOpen() {
        return !life.isClosed();
    }

    /** Refuses further calls, before {@link #close}; returns whether this end was open. */
    final boolean refuse() {
        boolean first = isOpen();
        life.refuse(() -> new ClosedObjectException(this));
        return first;
    }

    /**
     * Closes this stream or server, and wakes waiting threads. Written data is sent first; if the peer's device does not take it
     * within five seconds, the rest is lost. Does nothing once that is done, and while another call does it.
     */
    @Override
    public final void close() {
        life.close();
    }

    @Override
    public final String toString() {
        return name;
    }
}
