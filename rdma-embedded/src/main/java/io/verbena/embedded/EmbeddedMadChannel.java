package io.verbena.embedded;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

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
    private final Map<Integer, MadRegistration> agents = new HashMap<>();
    private int nextAgent;
    private final Packet packet = new Packet();
    private final Inbox inbox = new Inbox();

    EmbeddedMadChannel(EmbeddedFabric fabric, EmbeddedPort port, Closing owner) {
        this.fabric = fabric;
        this.port = port;
        this.owner = owner;
    }

    @Override
    public int register(MadRegistration registration) {
        synchronized (agents) {
            if (agents.values().stream().anyMatch(registration::collidesWith)) {
                throw new RdmaException(String.format(
                        "another agent takes the requests of management class 0x%02x on %s",
                        registration.managementClass(), port));
            }
            agents.put(nextAgent, registration);
            return nextAgent++;
        }
    }

    @Override
    public void unregister(int agent) {
        synchronized (agents) {
            agents.remove(agent);
        }
    }

    @Override
    public boolean segments() {
        return false;
    }

    private int managementClass(int agent) {
        synchronized (agents) {
            MadRegistration registration = agents.get(agent);
            if (registration == null) {
                throw new RdmaException("there is no agent " + agent + " on " + port + "; register a class first");
            }
            return registration.managementClass();
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
                inbox.put(new Arrival(0, agent, 0, destination, packet.copy()));
            } else {
                inbox.putLater(new Arrival(System.nanoTime() + delay, agent, 0, destination, packet.copy()));
            }
        } else if (timeout > 0) {
            packet.load(mad);
            inbox.putLater(
                    new Arrival(System.nanoTime() + timeout, agent, Errno.ETIMEDOUT, destination, packet.copy()));
        }
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        Arrival arrival = inbox.take(timeoutNanos);
        for (int taken = 1; arrival != null; taken++) {
            receiver.received(arrival.agent(), arrival.status(), arrival.address(), arrival.mad());
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
