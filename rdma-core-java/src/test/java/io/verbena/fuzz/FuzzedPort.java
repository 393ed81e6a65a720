package io.verbena.fuzz;

import io.verbena.contract.OnePortDevice;
import io.verbena.device.Devices;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.engine.MadPorts;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.RdmaDriver;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An end port whose channel hands on what a fuzzer makes up. Its clock stands still until {@link #letTimePass}, and then
 * jumps to whatever the engine waits for, so that all that can end by itself does so at once.
 */
final class FuzzedPort implements RdmaDriver, AutoCloseable {
    /** A datagram that was sent. */
    record Sent(int agent, MadAddress destination, ByteBuffer datagram) {
        byte[] bytes() {
            byte[] bytes = new byte[datagram.remaining()];
            datagram.get(datagram.position(), bytes);
            return bytes;
        }
    }

    final MadTransactor mad;

    private final Channel channel = new Channel();
    private final MadPorts ports;

    FuzzedPort(MadOptions options) {
        ports = new MadPorts(options, null);
        mad = ports.open(new Devices(this).endPort("fuzz0/1"));
    }

    List<Sent> sent() {
        return channel.sent;
    }

    void arrive(int agent, int status, MadAddress source, byte[] datagram) {
        channel.events.add(receiver -> receiver.received(agent, status, source, ByteBuffer.wrap(datagram)));
    }

    /** From now on what is waited for happens. */
    void letTimePass() {
        channel.standing = false;
        channel.wakeUp();
    }

    /** Stops the clock: from now on, waits end only when a datagram arrives. */
    void letTimeStand() {
        channel.standing = true;
    }

    @Override
    public List<String> deviceNames() {
        return List.of("fuzz0");
    }

    @Override
    public DeviceAttributes device(String name) {
        return OnePortDevice.named(name);
    }

    @Override
    public List<GidEntry> gids(String device, int port) {
        throw new RdmaException("the test does not expect this call");
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        return channel;
    }

    @Override
    public IsSm openIsSm(String device, int port) {
        throw new RdmaException("the test does not expect this call");
    }

    @Override
    public void close() {
        letTimePass();
        mad.close();
        ports.close();
    }

    private interface Event {
        void happen(MadReceiver receiver);
    }

    private static final class Channel implements MadChannel {
        final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        final List<Sent> sent = new CopyOnWriteArrayList<>();
        volatile boolean standing = true;
        private final AtomicInteger agents = new AtomicInteger();
        private final AtomicLong clock = new AtomicLong();

        @Override
        public int register(MadRegistration registration) {
            return agents.getAndIncrement();
        }

        @Override
        public void unregister(int agent) {}

        @Override
        public boolean segments() {
            return false;
        }

        @Override
        public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
            byte[] bytes = new byte[mad.remaining()];
            mad.get(mad.position(), bytes);
            sent.add(new Sent(agent, destination, ByteBuffer.wrap(bytes)));
        }

        @Override
        public void receive(MadReceiver receiver, long timeoutNanos) {
            Event event = events.poll();
            if (event == null && timeoutNanos > 0 && (standing || timeoutNanos == Long.MAX_VALUE)) {
                event = next();
            }
            if (event != null) {
                event.happen(receiver);
            } else {
                clock.addAndGet(timeoutNanos);
            }
        }

        private Event next() {
            try {
                return events.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public long nanoTime() {
            return clock.get();
        }

        @Override
        public void wakeUp() {
            events.add(receiver -> {});
        }

        @Override
        public void close() {}
    }
}
