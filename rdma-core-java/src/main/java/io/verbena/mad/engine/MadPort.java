package io.verbena.mad.engine;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadHeader;
import io.verbena.mad.MadHandler;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadOptions.Segmentation;
import io.verbena.mad.MadRequest;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadStatistics;
import io.verbena.mad.MadTracer;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.path.Path;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open end port, which all its transactors share: its channel, its agents, and the thread that reads it. That thread
 * completes the futures of calls and runs their dependents.
 *
 * <p>One lock guards calls, servers and agents, and every use of the channel except {@code receive}. The port ends once, under
 * the lock; only then does the reader close the channel, so that nothing uses a closed channel.
 */
final class MadPort implements PortServer.Port {
    // With back-to-back calls, the reader is in a short wait and need not be woken for their deadlines.
    private static final long WAIT_AFTER_TRAFFIC = 20_000_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final MadChannel channel;
    private final Addresses addresses;
    private final PortLock lock;
    private final Calls calls;
    private final Servers servers;
    private final Thread reader;

    /** Registered agents by class, version, OUI and RMPP; see {@link #agent}. */
    private final Map<Long, Integer> agents = new HashMap<>();

    private long readerWakesAt;
    private boolean readerSleeps;
    private boolean traffic;

    MadPort(EndPort endPort, MadChannel channel, int outstanding, @Nullable MadTracer tracer) {
        this.name = endPort.name();
        this.channel = channel;
        this.addresses = new Addresses(endPort);
        this.lock = new PortLock(name, this::wakeReaderInTime);
        this.calls = new Calls(name, channel, addresses, lock, this::end, outstanding, tracer);
        this.servers = new Servers(channel);
        this.reader = new Thread(this::read, "verbena-mad-" + name);
        reader.setDaemon(true);
        channel.working();
        reader.start();
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the queue pair that receives requests to servers. */
    int queuePair() {
        return channel.queuePair();
    }

    boolean isOpen() {
        return lock.isOpen();
    }

    MadStatistics statistics() {
        return lock.read(calls::statistics);
    }

    /** Raises the maximum size of the window. */
    void allow(int outstanding) {
        lock.ifOpen(after -> calls.allow(outstanding));
    }

    /**
     * Throws if the calling thread is the reader, which would wait for itself.
     *
     * @throws IllegalStateException if the calling thread is the reader
     */
    void requireNotReader() {
        if (isReader()) {
            throw new IllegalStateException("the reader of end port " + name
                    + " must not wait for a response; use async() in dependents of a future");
        }
    }

    private boolean isReader() {
        return Thread.currentThread() == reader;
    }

    // ---- calls

    /**
     * Submits a call.
     *
     * @throws RdmaException if the request cannot be addressed, the port has ended, or the channel refuses the agent
     */
    <T> Call<T> submit(MadRequest<T> request, Path path, MadOptions options) {
        byte[] mad = request.encode(path, options.keys());
        MadAddress destination = addresses.destination(mad, path);
        int managementClass = mad[MadFormat.MANAGEMENT_CLASS] & 0xff;
        boolean rmpp = MadFormat.hasRmpp(managementClass)
                && options.segmentation() == Segmentation.CHANNEL
                && channel.segments();
        return lock.requireOpen(after -> {
            int agent = agent(managementClass, request.classVersion(), request.oui(), rmpp);
            long responseTime = addresses.responseTime(destination, managementClass);
            Call<T> call = new Call<>(request, path, mad, destination, agent, rmpp, options, responseTime);
            calls.submit(call, after);
            return call;
        });
    }

    /** Returns the agent that sends the requests of a class. It is registered when it is first needed. */
    private int agent(int managementClass, int classVersion, int oui, boolean rmpp) {
        long key = (long) oui << 24 | classVersion << 16 | managementClass << 8 | (rmpp ? 1 : 0);
        Integer agent = agents.get(key);
        if (agent == null) {
            agent = channel.register(new MadRegistration(managementClass, classVersion, oui, Set.of(), rmpp));
            agents.put(key, agent);
        }
        return agent;
    }

    /** Returns the time after which a call that was just submitted has ended, unless the port fails to end it. */
    Duration maxDuration(Call<?> call) {
        return lock.read(() -> call.maxDuration(calls.backlog())).plus(CLOSE_TIMEOUT);
    }

    // ---- servers

    MadServer serve(MadService service, MadHandler handler) {
        PortServer server = new PortServer(this, service, handler);
        return lock.requireOpen(after -> {
            servers.add(server);
            return server;
        });
    }

    @Override
    public void remove(PortServer server) {
        lock.ifOpen(after -> servers.remove(server));
    }

    @Override
    public void send(PortServer server, byte[] response, MadAddress destination) {
        lock.requireOpen(after -> {
            servers.send(server, response, destination);
            return server;
        });
    }

    @Override
    public ClockHold holdClock() {
        return new ClockHold(channel);
    }

    @Override
    public void dropped() {
        lock.ifOpen(after -> calls.dropped());
    }

    // ---- deadlines

    private void wakeReaderInTime() {
        if (isReader() || isIdle()) {
            return;
        }
        long deadline = nextDeadline();
        if (readerSleeps || deadline - readerWakesAt < 0) {
            readerSleeps = false;
            readerWakesAt = deadline;
            channel.wakeUp();
        }
    }

    private boolean isIdle() {
        return calls.isIdle() && servers.isIdle();
    }

    /** Returns the next deadline of a call or transfer; the port is not idle. */
    private long nextDeadline() {
        if (calls.isIdle()) {
            return servers.nextDeadline();
        }
        long call = calls.nextDeadline();
        return servers.isIdle() || call - servers.nextDeadline() <= 0 ? call : servers.nextDeadline();
    }

    /** Returns the time until the next deadline. Without one, a simulated clock must not be advanced. */
    private long untilNextDeadline() {
        return lock.read(() -> {
            boolean idle = isIdle();
            readerSleeps = idle && !traffic;
            if (readerSleeps) {
                return Long.MAX_VALUE;
            }
            traffic = false;
            long now = channel.nanoTime();
            long wait = idle ? WAIT_AFTER_TRAFFIC : Math.max(0, nextDeadline() - now);
            readerWakesAt = now + wait;
            return wait;
        });
    }

    // ---- the reader

    private void read() {
        try (channel) {
            readUntilEnded();
        }
    }

    private void readUntilEnded() {
        try {
            // The channel accounts for the reader itself from its first receive on.
            channel.receive(this::received, 0);
            channel.rested();
            while (isOpen()) {
                channel.receive(this::received, untilNextDeadline());
                lock.ifOpen(after -> {
                    calls.expire(after);
                    servers.tick();
                });
            }
        } catch (RdmaException e) {
            end(e);
        } catch (RuntimeException | Error e) {
            end(new RdmaException("the reader of end port " + name + " failed: " + e, e));
        }
    }

    /** Handles a datagram. A failure to handle it ends neither the reader nor the port. */
    private void received(int agent, int status, MadAddress source, ByteBuffer mad) {
        try {
            dispatch(agent, status, source, mad);
        } catch (RuntimeException | OutOfMemoryError e) {
            System.getLogger("io.verbena.mad")
                    .log(
                            Level.WARNING,
                            "end port " + name + " dropped a datagram from " + source.place() + ": " + e,
                            e);
            dropped();
        }
    }

    private void dispatch(int agent, int status, MadAddress source, ByteBuffer mad) {
        // The kernel returns only the header of a request.
        if (mad.remaining() < MadHeader.LENGTH) {
            dropped();
            return;
        }
        MadMessage message = MadMessage.borrowed(mad);
        lock.ifOpen(after -> {
            traffic = true;
            PortServer server = servers.of(agent);
            if (server == null) {
                calls.received(status, source, message, after);
            } else if (status == 0) {
                servers.received(server, source, message, after);
            }
        });
    }

    // ---- the end

    /** Ends all calls and the reader, which closes the channel. */
    void close() {
        end(new RdmaException("end port " + name + " was closed"));
        if (!isReader()) {
            try {
                reader.join(CLOSE_TIMEOUT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(RdmaException reason) {
        lock.end(reason, after -> {
            calls.end(reason, after);
            servers.end(after);
            if (!isReader()) {
                channel.wakeUp();
            }
        });
    }
}
