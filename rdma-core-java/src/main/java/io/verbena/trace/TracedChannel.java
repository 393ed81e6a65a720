package io.verbena.trace;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import io.verbena.trace.Packet.Direction;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Channel that notifies listeners of each datagram. A datagram is reported before it is sent, so that its response
 * cannot precede it.
 */
final class TracedChannel implements MadChannel {
    private final MadChannel channel;
    private final PortWatch port;
    private final Listeners listeners;
    private final Set<Integer> segmentedAgents = ConcurrentHashMap.newKeySet();

    TracedChannel(MadChannel channel, PortWatch port, Listeners listeners) {
        this.channel = channel;
        this.port = port;
        this.listeners = listeners;
    }

    @Override
    public int register(MadRegistration registration) {
        int agent = channel.register(registration);
        if (registration.rmpp() && channel.segments()) {
            segmentedAgents.add(agent);
        }
        return agent;
    }

    @Override
    public void unregister(int agent) {
        channel.unregister(agent);
        segmentedAgents.remove(agent);
    }

    @Override
    public boolean segments() {
        return channel.segments();
    }

    @Override
    public int queuePair() {
        return channel.queuePair();
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        report(Direction.SENT, agent, 0, destination, mad);
        try {
            channel.send(agent, destination, mad, timeoutMillis);
        } catch (RdmaException e) {
            int status = e instanceof SysException system ? system.errno() : Errno.EIO;
            report(Direction.RETURNED, agent, status, destination, mad);
            throw e;
        }
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        channel.receive(
                (agent, status, source, mad) -> {
                    report(status == 0 ? Direction.RECEIVED : Direction.RETURNED, agent, status, source, mad);
                    receiver.received(agent, status, source, mad);
                },
                timeoutNanos);
    }

    private void report(Direction direction, int agent, int status, MadAddress remote, ByteBuffer mad) {
        boolean segmented = segmentedAgents.contains(agent);
        listeners.packet(
                new Packet(direction, Instant.now(), port.name(), port.attributes(), remote, status, segmented, mad));
    }

    @Override
    public long nanoTime() {
        return channel.nanoTime();
    }

    @Override
    public void working() {
        channel.working();
    }

    @Override
    public void rested() {
        channel.rested();
    }

    @Override
    public void wakeUp() {
        channel.wakeUp();
    }

    @Override
    public void close() {
        channel.close();
    }
}
