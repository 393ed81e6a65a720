package io.verbena.trace;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import io.verbena.trace.Packet.Direction;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider that notifies listeners of datagrams. Closing it also closes the listeners, last. */
public final class TracedDriver extends ForwardingDriver {
    private final Listeners listeners;

    /** Creates a provider that reports the datagrams of all channels of {@code driver}. */
    public TracedDriver(RdmaDriver driver, List<PacketListener> listeners) {
        super(driver);
        this.listeners = new Listeners(listeners);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        PortWatch watch = new PortWatch(driver(), device, port);
        return new TracedChannel(driver().openMadChannel(device, port), watch, listeners);
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            listeners.close();
        }
    }

    /**
     * Channel that notifies listeners of each datagram. A datagram is reported before it is sent, so that its response
     * cannot precede it.
     */
    static final class TracedChannel implements MadChannel {
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
            listeners.packet(new Packet(
                    direction, Instant.now(), port.name(), port.attributes(), remote, status, segmented, mad));
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

    /** Notifies packet listeners. A listener that throws does not affect calls or other listeners. */
    static final class Listeners {
        private static final System.Logger LOG = System.getLogger(Listeners.class.getPackageName());

        private final List<PacketListener> all;
        private final List<PacketListener> listening;

        Listeners(List<PacketListener> listeners) {
            all = List.copyOf(listeners);
            listening = new CopyOnWriteArrayList<>(all);
        }

        void packet(Packet packet) {
            listening.forEach(listener -> report(listener, packet));
        }

        private void report(PacketListener listener, Packet packet) {
            try {
                listener.packet(packet);
            } catch (RuntimeException e) {
                // If a listener fails on two threads at once, one of them reports it.
                if (listening.remove(listener)) {
                    LOG.log(Level.WARNING, "a packet listener failed and is not notified again: " + e, e);
                }
            }
        }

        void close() {
            all.forEach(PacketListener::close);
        }
    }

    /**
     * Attributes of a port, which are read again after one second because the subnet manager may change its LID. Safe for
     * use by several threads.
     */
    private static final class PortWatch {
        private static final long FRESH = Duration.ofSeconds(1).toNanos();

        private final RdmaDriver driver;
        private final String device;
        private final int number;
        private volatile Reading last;

        private record Reading(PortAttributes attributes, long at) {}

        PortWatch(RdmaDriver driver, String device, int number) {
            this.driver = driver;
            this.device = device;
            this.number = number;
            this.last = new Reading(read(), System.nanoTime());
        }

        String name() {
            return device + "/" + number;
        }

        PortAttributes attributes() {
            Reading reading = last;
            long now = System.nanoTime();
            if (now - reading.at > FRESH) {
                reading = new Reading(readOr(reading.attributes), now);
                last = reading;
            }
            return reading.attributes;
        }

        /** Returns the attributes, or the last known ones if the port is gone, which calls report themselves. */
        private PortAttributes readOr(PortAttributes before) {
            try {
                return read();
            } catch (RdmaException e) {
                return before;
            }
        }

        private PortAttributes read() {
            return driver.device(device).ports().stream()
                    .filter(port -> port.number() == number)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchDeviceException(
                            "device " + device + " has no port " + number + "; list what there is with ibstat"));
        }
    }
}
