package io.verbena.embedded;

import io.verbena.embedded.node.Port;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;

/** The datagrams of one port, for a reader that waits for them. */
final class EmbeddedMadChannel extends Endpoint implements MadChannel, Closing.Child {
    // Enough to spare the caller a call for each, and few enough that none waits long behind the others.
    private static final int BATCH = 64;

    private final Closing owner;
    private final Inbox inbox;
    private final Arrival[] batch = new Arrival[BATCH];
    private int taken;

    EmbeddedMadChannel(Fabric fabric, Port port, Closing owner) {
        super(fabric, port);
        this.owner = owner;
        this.inbox = new Inbox(fabric.timeline());
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
    boolean handsOnAtOnce() {
        return true;
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        takeBatch(timeoutNanos);
        for (int i = 0; i < taken; i++) {
            Arrival arrival = batch[i];
            receiver.received(arrival.agent(), arrival.status(), arrival.address(), arrival.mad());
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
        timeline().run(this::removeAll);
        inbox.close();
        owner.remove(this);
    }
}
