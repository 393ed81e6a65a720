package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/** The MAD channel of a port. */
final class EmbeddedMadChannel extends MadEndpoint implements MadChannel, OwnedResources.Child {
    // Large enough to save the reader a call per datagram, and small enough not to delay the first of them.
    private static final int BATCH = 64;

    private final OwnedResources owner;
    private final Inbox inbox;
    private final Runnable removal;
    private final Arrival[] batch = new Arrival[BATCH];
    private int taken;

    EmbeddedMadChannel(Fabric fabric, FabricPort port, OwnedResources owner) {
        super(fabric, port);
        this.owner = owner;
        this.inbox = new Inbox(fabric.timeline);
        this.removal = fabric.onRemoval(port.node(), inbox::lose);
    }

    @Override
    public int register(MadRegistration registration) {
        return timeline().get(() -> add(registration));
    }

    @Override
    public void unregister(int agent) {
        timeline().run(() -> remove(agent));
    }

    @Override
    public boolean segments() {
        return false;
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        timeline().enter();
        try {
            inbox.requireOpen();
            transmit(agent, destination, mad, timeoutMillis);
        } finally {
            timeline().exit();
        }
    }

    @Override
    void arrived(Arrival arrival) {
        inbox.put(arrival);
    }

    @Override
    boolean queues() {
        return true;
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        takeBatch(timeoutNanos);
        for (int i = 0; i < taken; i++) {
            Arrival arrival = batch[i];
            receiver.received(arrival.agent, arrival.status, arrival.address, arrival.mad);
        }
    }

    private void takeBatch(long timeoutNanos) {
        timeline().enter();
        try {
            for (int i = 0; i < taken; i++) {
                recycle(batch[i]);
            }
            taken = 0;
            taken = inbox.take(timeoutNanos, batch);
        } finally {
            timeline().exit();
        }
    }

    @Override
    public long nanoTime() {
        return timeline().nanoTime();
    }

    @Override
    public void working() {
        inbox.hold();
    }

    @Override
    public void rested() {
        inbox.release();
    }

    @Override
    public void wakeUp() {
        inbox.wakeUp();
    }

    @Override
    public void close() {
        removal.run();
        timeline().run(this::removeAll);
        inbox.close();
        owner.remove(this);
    }

    /** The received datagrams of a channel. One thread takes them; any thread may wake it up or close the inbox. */
    private static final class Inbox {
        private final Timeline timeline;
        private final Timeline.Waiter reader;
        private final Queue<Arrival> arrived = new ArrayDeque<>();
        private boolean closed;
        private boolean lost;

        Inbox(Timeline timeline) {
            this.timeline = timeline;
            this.reader = timeline.get(timeline::newWaiter);
        }

        /** Adds what has arrived; under the lock of the timeline. */
        void put(Arrival arrival) {
            arrived.add(arrival);
            timeline.ready(reader);
        }

        /**
         * Waits for datagrams and takes them. Must be called under the lock of the timeline, which is released while
         * waiting.
         *
         * @return the number of datagrams taken; 0 after the timeout, a wake-up or an interrupt
         * @throws RdmaException if the channel is closed
         * @throws SysException with EIO if the adapter was removed
         */
        int take(long timeoutNanos, Arrival[] into) {
            if (!closed && !lost) {
                timeline.await(reader, timeoutNanos);
            }
            requireOpen();
            int taken = 0;
            while (taken < into.length && !arrived.isEmpty()) {
                into[taken++] = arrived.remove();
            }
            timeline.read(reader, taken > 0, !arrived.isEmpty());
            return taken;
        }

        void requireOpen() {
            if (closed) {
                throw new RdmaException("the channel is closed");
            }
            if (lost) {
                throw new SysException("umad_recv", "embedded port", Errno.EIO, "the adapter was removed");
            }
        }

        /**
         * Fails this and later receives because the adapter was removed. Must be called under the lock of the timeline.
         */
        void lose() {
            lost = true;
            timeline.ready(reader);
        }

        /** Holds simulated time on behalf of a thread that works on a datagram. */
        void hold() {
            timeline.run(() -> timeline.hold(reader));
        }

        void release() {
            timeline.run(() -> timeline.release(reader));
        }

        void wakeUp() {
            timeline.run(() -> timeline.wakeUp(reader));
        }

        void close() {
            timeline.run(() -> {
                if (!closed) {
                    closed = true;
                    timeline.remove(reader);
                }
            });
        }
    }
}
