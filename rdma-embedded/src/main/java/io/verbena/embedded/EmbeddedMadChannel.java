package io.verbena.embedded;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The datagrams of one port. A datagram takes its whole way, and the answer the way back, on the thread that sends it; only
 * the inbox knows of time.
 */
final class EmbeddedMadChannel implements MadChannel, Closing.Child {
    private static final long NANOS_PER_MILLI = 1_000_000;

    // Enough to spare the caller a call for each, and few enough that none waits long behind the others.
    private static final int BATCH = 64;

    private final EmbeddedFabric fabric;
    private final EmbeddedPort port;
    private final Closing owner;
    private final List<Integer> classes = new ArrayList<>();
    private final Packet packet = new Packet();
    private final Inbox inbox = new Inbox();

    EmbeddedMadChannel(EmbeddedFabric fabric, EmbeddedPort port, Closing owner) {
        this.fabric = fabric;
        this.port = port;
        this.owner = owner;
    }

    @Override
    public int register(int managementClass, int classVersion) {
        synchronized (classes) {
            if (classes.contains(managementClass)) {
                throw new RdmaException(
                        String.format("management class 0x%02x is already registered on %s", managementClass, port));
            }
            classes.add(managementClass);
            return classes.size() - 1;
        }
    }

    private int managementClass(int agent) {
        synchronized (classes) {
            if (agent < 0 || agent >= classes.size()) {
                throw new RdmaException("there is no agent " + agent + " on " + port + "; register a class first");
            }
            return classes.get(agent);
        }
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        int managementClass = managementClass(agent);
        if (mad.remaining() != Packet.LENGTH) {
            throw new RdmaException("a datagram has " + Packet.LENGTH + " bytes, not " + mad.remaining());
        }
        if (inbox.isClosed()) {
            throw new RdmaException("the channel is closed");
        }
        packet.load(mad);
        boolean answered = destination.queuePair() == 0
                && packet.header().managementClassBits() == managementClass
                && fabric.management().exchange(packet, port, destination.lid())
                && !fabric.faults().strikes();
        long delay = fabric.faults().delayNanos();
        long timeout = timeoutMillis * NANOS_PER_MILLI;
        if (answered && (timeout <= 0 || delay < timeout)) {
            if (delay == 0) {
                inbox.put(new Arrival(0, 0, destination, packet.copy()));
            } else {
                inbox.putLater(new Arrival(System.nanoTime() + delay, 0, destination, packet.copy()));
            }
        } else if (timeout > 0) {
            packet.load(mad);
            inbox.putLater(new Arrival(System.nanoTime() + timeout, Errno.ETIMEDOUT, destination, packet.copy()));
        }
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        Arrival arrival = inbox.take(timeoutNanos);
        for (int taken = 1; arrival != null; taken++) {
            receiver.received(arrival.status(), arrival.address(), arrival.mad());
            arrival = taken < BATCH ? inbox.poll() : null;
        }
    }

    @Override
    public void wakeUp() {
        inbox.wakeUp();
    }

    @Override
    public void close() {
        inbox.close();
        owner.remove(this);
    }
}
